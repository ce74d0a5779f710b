// Calls back when a table may have moved on, with how long its log is if nothing else has changed: by one stream that all tabs share, or by one of our own.
// Returns what to call when the server is there again: the stream then need not wait any longer.

import { stream } from "./stream.js";

export function follow(table, moved) {
  if (!("SharedWorker" in window)) return followAlone(table, moved);
  const worker = new SharedWorker(new URL("worker.js", import.meta.url), { type: "module" });
  const { port } = worker;
  let ask = () => port.postMessage({ follow: table });
  worker.onerror = () => {
    ask = followAlone(table, moved);
  };
  port.onmessage = ({ data }) => moved(data.seq);
  ask();
  addEventListener("pagehide", () => port.postMessage({ leave: true }));
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    ask();
    moved();
  });
  return () => ask();
}

function followAlone(table, moved) {
  return stream(() => `/live?tables=${table}`, (said) => moved(said.split(" ")[1])).hurry;
}
