// While a match is looked at: asks how far that is, and shows the review when it is there.

import { pause } from "./pause.js";

const OFTEN = 700;
const spoken = document.getElementById("main");

async function look(tries) {
  const answer = await fetch(location.href).catch(() => null);
  const text = answer?.ok ? await answer.text() : "";
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("main");
  if (!fresh) return setTimeout(look, pause(tries), tries + 1);
  if (fresh.dataset.progress === undefined) return location.reload();
  show(fresh);
  setTimeout(look, OFTEN, 0);
}

function show(fresh) {
  const bar = spoken.querySelector("progress");
  const now = fresh.querySelector("progress");
  if (!bar || !now) return location.reload();
  bar.max = now.max;
  bar.value = now.value;
  document.getElementById("review-progress").textContent = fresh.querySelector("h1").textContent;
}

setTimeout(look, OFTEN, 0);
