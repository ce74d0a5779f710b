// A watcher's page is sent what has changed: nobody asks for it, so the server draws it once for all who watch alike.
// `page` returns the element that knows what is shown, `show` shows what came, `missed` is called when that broke off.

import { talked } from "./live.js";
import { narrow } from "./page.js";
import { stream } from "./stream.js";

export function watch(page, show, missed) {
  const address = () => {
    const { address, watch } = page().dataset;
    return `${address}/watch?narrow=${narrow.matches ? 1 : 0}&sign=${watch}`;
  };
  const open = () => stream(address, missed, { shown: show, talk: talked, gone: () => location.reload() });
  let opened = open();
  // Who does not look is not sent anything, and does not count among those who watch.
  document.addEventListener("visibilitychange", () => {
    opened?.close();
    opened = document.visibilityState === "visible" ? open() : null;
  });
  return () => opened?.hurry();
}
