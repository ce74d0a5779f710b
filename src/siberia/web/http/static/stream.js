// The stream of which tables have moved on. One that breaks is opened again.

import { pause } from "./pause.js";

// The server says hello at once; a proxy may keep even that to itself.
const PATIENCE = 15_000;

export function stream(tables, heard) {
  let source;
  let timer;
  let tries = 0;

  function open() {
    source = new EventSource(`/live?tables=${tables}`);
    source.onmessage = ({ data }) => {
      clearTimeout(timer);
      tries = 0;
      heard(data);
    };
    // Browsers would give up after a proxy's page, and otherwise come back all at the same moment.
    source.onerror = lose;
    timer = setTimeout(lose, PATIENCE);
  }

  function lose() {
    close();
    timer = setTimeout(open, pause(tries++));
    // Who is told nothing must look.
    heard("hello");
  }

  function close() {
    source.close();
    clearTimeout(timer);
  }

  // The server is there: no need to wait any longer.
  function hurry() {
    if (source.readyState !== EventSource.CLOSED) return;
    clearTimeout(timer);
    open();
  }

  open();
  return { close, hurry };
}
