// A stream of what happens at tables. One that breaks, or falls silent, is opened again.

import { pause } from "./pause.js";

// The server says hello at once; a proxy may keep even that to itself.
const PATIENCE = 15_000;
// The server says how often it will be heard of; one word may be lost on the way, and a second.
const WORDS_MISSED = 3;

// `address` returns where it is; `heard` is called with each word, and with "hello" when some may have been missed.
// Words of other kinds have names, and are called by them.
export function stream(address, heard, others = {}) {
  let source;
  let timer;
  let tries = 0;
  let patience;

  function open() {
    patience = PATIENCE;
    source = new EventSource(address());
    source.onmessage = ({ data }) => {
      tries = 0;
      wait();
      heard(data);
    };
    for (const [name, call] of Object.entries(others))
      source.addEventListener(name, ({ data }) => {
        tries = 0;
        wait();
        call(data);
      });
    source.addEventListener("still", ({ data }) => {
      patience = WORDS_MISSED * Number(data) * 1000;
      wait();
    });
    // Browsers would give up after a proxy's page, and otherwise come back all at the same moment.
    source.onerror = lose;
    wait();
  }

  // A connection that broke without a word looks like one on which nothing happens.
  function wait() {
    clearTimeout(timer);
    timer = setTimeout(lose, patience);
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
