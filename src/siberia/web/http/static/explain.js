// Each kind of decision explains itself once, unless told not to. Which ones have been, the browser knows.

import { keepClear } from "./clear.js";

const TOLD = "explained";
const NEVER = "all";
const app = document.getElementById("app");
const card = () => document.getElementById("explanation");
const told = () => (localStorage.getItem(TOLD) ?? "").split(" ");
const note = (kind) => localStorage.setItem(TOLD, [...told(), kind].join(" ").trim());

// The kind that is being explained: until it is put away, it comes again with every update.
let open = "";

function look() {
  const kind = card()?.dataset.kind ?? "";
  if (kind !== open) open = "";
  if (!kind || told().includes(NEVER)) return;
  if (!open && told().includes(kind)) return;
  if (!open) note(kind);
  open = kind;
  card().hidden = false;
  const legal = app.querySelectorAll("#main .legal, #main .row");
  keepClear(card(), [...legal], [document.getElementById("prompt")]);
}

function put(away) {
  open = "";
  card().hidden = true;
  if (away) note(away);
}

app.addEventListener("click", ({ target }) => {
  if (target.closest("#explanation-close")) put();
  else if (target.closest("#explanation-never")) put(NEVER);
});
app.addEventListener("shown", look);
addEventListener("resize", look);
look();
