// Calls back when a table may have moved on, with how long its log is if nothing else has changed: by one stream that all tabs share, or by one of our own.
// What was said at the table is for talk.js to ask for.
// Returns what to call when the server is there again: the stream then need not wait any longer.

import { stream } from "./stream.js";
import { waiting } from "./waiting.js";

const isSeen = () => document.visibilityState === "visible";

export function follow(table, moved) {
  if (!("SharedWorker" in window)) return followAlone(table, moved);
  const worker = sharedWorker();
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

// Calls back with which tables wait for who looks, now and whenever that may have changed.
export function followTurns(told) {
  if (!("SharedWorker" in window)) {
    followTurnsAlone(told);
    return;
  }
  const worker = sharedWorker();
  const { port } = worker;
  const say = () => port.postMessage({ seen: isSeen() });
  worker.onerror = () => followTurnsAlone(told);
  port.onmessage = ({ data }) => told(data.turns);
  say();
  document.addEventListener("visibilitychange", say);
  addEventListener("pagehide", () => port.postMessage({ leave: true }));
  addEventListener("pageshow", ({ persisted }) => persisted && say());
}

function sharedWorker() {
  return new SharedWorker(new URL("worker.js", import.meta.url), { type: "module" });
}

function followAlone(table, moved) {
  const heard = (said) => {
    const [, seq] = said.split(" ");
    if (seq === undefined) talked();
    moved(seq);
  };
  return stream(() => `/live?tables=${table}`, heard, { talk: () => talked() }).hurry;
}

// Also said when it is not known what was missed, or when who watches has changed. Watchers are told what was said.
export function talked(card = "") {
  document.dispatchEvent(new CustomEvent("talked", { detail: card }));
}

function followTurnsAlone(told) {
  let current;
  let streamed = "";
  const { ask, soon } = waiting(isSeen, (turns) => {
    told(turns);
    const tables = turns.tables.join(",");
    if (tables === streamed) return;
    streamed = tables;
    current?.close();
    current = tables ? stream(() => `/live?tables=${tables}`, soon) : null;
  });
  ask();
  document.addEventListener("visibilitychange", () => isSeen() && ask());
}
