// One stream for all tabs: browsers open only six connections to a host.

const followers = new Map();
let source;
let streamed = "";

onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data }) => {
    if (data.follow) followers.set(port, data.follow);
    if (data.leave) followers.delete(port);
    listen();
  };
  port.start();
};

function listen() {
  const tables = [...new Set(followers.values())].sort().join(",");
  if (tables === streamed) return;
  streamed = tables;
  source?.close();
  if (tables) open(tables);
}

function open(tables) {
  source = new EventSource(`/live?tables=${tables}`);
  source.onmessage = ({ data }) => {
    for (const [port, table] of followers)
      if (data === table || data === "hello") port.postMessage(data);
  };
  source.onerror = () => {
    // The browser reconnects by itself, unless the server refused.
    if (source.readyState === EventSource.CLOSED)
      setTimeout(() => streamed === tables && open(tables), 5000);
  };
}
