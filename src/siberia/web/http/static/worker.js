// One stream for all tabs: browsers open only six connections to a host. It follows the tables that are open, and all that may wait for who looks.

import { stream } from "./stream.js";
import { waiting } from "./waiting.js";

const followers = new Map();
// The tabs that tell which tables wait, and whether each is before somebody's eyes.
const callers = new Map();
let mine = [];
let turns;
let asking;
let current;
let streamed = "";

const { ask, soon } = waiting(isSeen, (answer) => {
  turns = answer;
  mine = turns.tables;
  for (const port of callers.keys()) port.postMessage({ turns });
  listen();
});

onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data }) => {
    if (data.follow) followers.set(port, data.follow);
    if (data.leave) leave(port);
    if (data.seen !== undefined) call(port, data.seen);
    // Which tables it is to follow is known only then.
    asking ? asking.then(listen) : listen();
  };
  port.start();
};

function leave(port) {
  followers.delete(port);
  callers.delete(port);
}

function call(port, seen) {
  if (!callers.has(port) && turns) port.postMessage({ turns });
  const isNew = !callers.has(port) || (seen && !callers.get(port));
  callers.set(port, seen);
  if (isNew) asking = ask();
}

function isSeen() {
  return [...callers.values()].some(Boolean);
}

function listen() {
  const tables = [...new Set([...followers.values(), ...(callers.size ? mine : [])])].sort().join(",");
  if (tables === streamed) {
    current?.hurry();
    return;
  }
  streamed = tables;
  current?.close();
  current = tables ? stream(() => `/live?tables=${tables}`, tell, { talk }) : null;
}

function talk(heard) {
  for (const [port, table] of followers)
    if (heard === table) port.postMessage({ talk: true });
}

function tell(said) {
  const [heard, seq] = said.split(" ");
  for (const [port, table] of followers)
    if (heard === table || heard === "hello") port.postMessage({ heard, seq });
  if (callers.size) soon();
}
