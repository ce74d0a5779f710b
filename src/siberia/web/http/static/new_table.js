// Says what a table will be like, as its form is filled in: the server has the words.

import { parsed, post } from "./answer.js";

const form = document.getElementById("new-table");
const summary = document.getElementById("summary");
// So long nothing is typed before it is asked.
const CALM = 250;
let timer;
let number = 0;

const isSummary = (html) => parsed(html).getElementById("summary-points") !== null;

async function look() {
  const mine = ++number;
  const answer = await post(form.dataset.look, new FormData(form), isSummary);
  if (mine !== number || !answer || answer.isRefused) return;
  if (summary.innerHTML.trim() !== answer.text.trim()) summary.innerHTML = answer.text;
  document.getElementById("details-line").textContent = document.getElementById("summary-details").textContent;
}

form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(look, CALM);
});
// Who comes back to the page finds what they had chosen.
addEventListener("pageshow", look);
