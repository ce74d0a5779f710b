// One stream for all tabs: browsers open only six connections to a host.

import { stream } from "./stream.js";

const followers = new Map();
let current;
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
}
