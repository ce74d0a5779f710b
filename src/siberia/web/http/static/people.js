// The pages behind seat links and personal links: the secret behind the # goes in the body.

import { parsed, post } from "./answer.js";
import { pause } from "./pause.js";

const errand = document.getElementById("errand");
const notice = document.getElementById("notice");
const token = location.hash.slice(1);

function tell(text) {
  // What is written again would be read out again.
  if (notice.textContent !== text) notice.textContent = text;
  notice.hidden = !text;
}

async function send(address, fields, isExpected) {
  const answer = await post(address, { token, ...fields }, isExpected);
  if (!answer) tell(errand.dataset.lost);
  else tell(answer.isRefused ? answer.text : "");
  return answer;
}

const isInvitation = (html) => parsed(html).querySelector("[data-errand]") !== null;
const isAddress = (text) => /^\/(t\/[\w-]+)?$/.test(text);

// What the link is for; a server that is away or just starting is asked again.
async function look(tries) {
  const answer = await send(errand.dataset.look, {}, isInvitation);
  if (!answer || answer.isBusy) setTimeout(look, pause(tries), tries + 1);
  else if (answer.isRefused) errand.querySelector("[role=status]").remove();
  else errand.innerHTML = answer.text;
}

errand.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = event.target.querySelector("button");
  tell("");
  button.disabled = true;
  const answer = await send(errand.dataset.do, Object.fromEntries(new FormData(event.target)), isAddress);
  button.disabled = false;
  // The used link is not kept in the history: going back would only lead to a refusal.
  if (answer && !answer.isRefused) location.replace(answer.text);
});

if (!token) {
  errand.querySelector("form, [role=status]").remove();
  tell(errand.dataset.incomplete);
} else if (errand.dataset.look) look(0);

// A link that is opened in a page that is open already changes only what is behind the #.
addEventListener("hashchange", () => location.reload());
