// Lays a card that speaks where it hides as little as possible of what one needs.

// Where it can lie, the best place first; speech.css says where that is.
const CORNERS = ["low", "high", "low-left", "high-left"];

// More than any window has pixels: what is needed weighs more than all that is only useful.
const NEEDED = 1e8;

export function keepClear(card, needed, useful) {
  let best = [Infinity, CORNERS[0]];
  for (const corner of CORNERS) {
    card.dataset.corner = corner;
    const lies = card.getBoundingClientRect();
    const covered = NEEDED * hidden(lies, needed) + hidden(lies, useful);
    if (covered < best[0]) best = [covered, corner];
    if (!covered) break;
  }
  card.dataset.corner = best[1];
}

// How many pixels of some things the card would hide.
function hidden(card, things) {
  return things.map(box).reduce((sum, { left, top, right, bottom }) => {
    const width = Math.min(right, card.right) - Math.max(left, card.left);
    const height = Math.min(bottom, card.bottom) - Math.max(top, card.top);
    return sum + Math.max(0, width) * Math.max(0, height);
  }, 0);
}

// A button that covers a thing stands for it; of an area of the map its ground is meant, not its name.
export function box(element) {
  const whole = element.classList.contains("cover") ? element.parentElement : element;
  return (whole.querySelector(":scope > .ground") ?? whole).getBoundingClientRect();
}
