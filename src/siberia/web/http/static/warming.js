// Comes back by itself when the rules are compiled.

import { pause } from "./pause.js";

const OFTEN = 700;

async function look(tries) {
  const state = await fetch("/ready").then((answer) => answer.text()).catch(() => "");
  if (state === "ready") location.reload();
  // A server that is there is soon ready.
  else if (state === "starting") setTimeout(look, OFTEN, 0);
  else setTimeout(look, pause(tries), tries + 1);
}

setTimeout(look, OFTEN, 0);
