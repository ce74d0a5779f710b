// Calls back when a table may have moved on, with how long its log is if nothing else has changed: by one stream that all tabs share, or by one of our own.
// What was said at the table is for talk.js to ask for.
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
  port.onmessage = ({ data }) => {
    if (data.seq === undefined) talked();
    if (!data.talk) moved(data.seq);
  };
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
  const heard = (said) => {
    const [, seq] = said.split(" ");
    if (seq === undefined) talked();
    moved(seq);
  };
  return stream(() => `/live?tables=${table}`, heard, { talk: talked }).hurry;
}

// Also said when it is not known what was missed, or when who watches has changed.
export function talked() {
  document.dispatchEvent(new Event("talked"));
}
