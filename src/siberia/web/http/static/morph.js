// Morphs what the server answers into what is there: pieces that stay are the same elements, and can glide.

import { Idiomorph } from "./vendor/idiomorph.min.js";

const callbacks = {
  // The scenery is drawn once; what is open stays open, and the tab that is shown stays shown.
  // Which theme the system has only the page knows, so what its switch does stays, too.
  // What the server calls the same is left alone.
  beforeNodeMorphed: (old, fresh) => !fresh.hasAttribute?.("data-same")
    && (!old.hasAttribute?.("data-static") || old.childElementCount === 0),
  beforeAttributeUpdated: (name, node) =>
    name !== "open" && !(name === "aria-pressed" && node.dataset.show)
    && !(name === "value" && node.matches("[data-theme-switch],[type=range]")),
};

// Morphs one element as a whole.
export function morphWhole(element, html) {
  Idiomorph.morph(element, html, { morphStyle: "outerHTML", callbacks });
}

export function morph(app, html) {
  Idiomorph.morph(app, html, { morphStyle: "innerHTML", callbacks });
}
