// Checks a deal: in the browser's own code whether seed and salt belong to the fingerprint that it saw while
// the match went on, and by the server's rules whether every word and the result follow from them.

import { post } from "./answer.js";

const hexadecimal = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function fingerprint(seed, salt) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(seed + salt));
  return `sha256:${hexadecimal(digest)}`;
}

const header = (record, name) => record.match(new RegExp(`^${name} (.*)$`, "m"))?.[1] ?? "";

async function textOf(address) {
  const answer = await fetch(address, { redirect: "error" });
  if (!answer.ok) throw new Error(answer.status);
  return answer.text();
}

// Returns which of the sentences on the page is true.
async function outcome({ address, table }) {
  const record = await textOf(`${address}/record`).catch(() => "");
  if (!record) return "lost";
  const replayed = await post(`${address}/verify`, {}, (text) => text === "true");
  if (!replayed) return "lost";
  if (replayed.isRefused) return "untrue";
  // Browsers compute it only for pages that nobody on the way can have changed.
  if (!globalThis.crypto?.subtle) return "insecure";
  const [seed, salt, said] = ["seed", "salt", "commitment"].map((name) => header(record, name));
  if ((await fingerprint(seed, salt)) !== said) return "other";
  const noted = localStorage.getItem(`deal-${table}`);
  if (!noted) return "unseen";
  return noted === said ? "seen" : "changed";
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-check]");
  if (!button) return;
  const said = document.getElementById("checked");
  button.disabled = true;
  said.textContent = said.dataset.checking;
  const found = await outcome(button.dataset);
  said.textContent = said.dataset[found];
  said.className = ["seen", "unseen"].includes(found) ? "checked proved" : "checked";
  button.disabled = false;
});

// While a match goes on its fingerprint is noted: what was seen then cannot be changed afterwards.
const { table, commitment, over } = document.getElementById("main")?.dataset ?? {};
if (commitment && over === undefined && !localStorage.getItem(`deal-${table}`))
  localStorage.setItem(`deal-${table}`, commitment);
