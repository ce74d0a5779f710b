// Calls back when a table has moved on: by one stream that all tabs share, or by one of our own.

export function follow(table, moved) {
  if (!("SharedWorker" in window)) return followAlone(table, moved);
  const worker = new SharedWorker("/static/worker.js");
  const { port } = worker;
  worker.onerror = () => followAlone(table, moved);
  port.onmessage = ({ data }) => (data === table || data === "hello") && moved();
  port.postMessage({ follow: table });
  addEventListener("pagehide", () => port.postMessage({ leave: true }));
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    port.postMessage({ follow: table });
    moved();
  });
}

function followAlone(table, moved) {
  const source = new EventSource(`/live?tables=${table}`);
  source.onmessage = () => moved();
  source.onerror = () => {
    // The browser reconnects by itself, unless the server refused.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => followAlone(table, moved), 5000);
  };
}
