// Looks again and again who waits for players and what is to be watched, while the page can be seen.

import { parsed } from "./answer.js";
import { pause } from "./pause.js";

const OFTEN = 4000;
const PATIENCE = 10_000;

const lists = document.querySelector("[data-lobby]");
let timer;
let tries = 0;

async function look() {
  clearTimeout(timer);
  // Who is just giving their name is not disturbed.
  const isBusy = lists.querySelector("details[open]") !== null;
  const isSeen = isBusy || await ask();
  tries = isSeen ? 0 : tries + 1;
  if (!document.hidden) timer = setTimeout(look, isSeen ? OFTEN : pause(tries));
}

// Returns whether the server has answered.
async function ask() {
  const address = new URL(lists.dataset.lobby, location);
  address.searchParams.set("sign", document.getElementById("lobby").dataset.sign);
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status === 200) await show(await answer.text());
    return answer.ok;
  } catch {
    return false;
  }
}

async function show(html) {
  // A proxy's page comes under our address, too.
  if (!parsed(html).getElementById("lobby")) return;
  const { morph } = await import("./morph.js");
  morph(lists, html);
}

// A page that nobody sees asks for nothing.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) clearTimeout(timer);
  else look();
});
if (lists) timer = setTimeout(look, OFTEN);

// What a filter wants is shown at once.
for (const form of document.querySelectorAll("form.wishes"))
  form.addEventListener("change", () => form.requestSubmit());
