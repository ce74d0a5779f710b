// Lays a card that speaks where it hides as little as possible of what one needs.

// Where it can lie, the best place first; speech.css says where that is.
const CORNERS = ["low", "high", "low-left", "high-left"];

export function keepClear(card, boxes) {
  let best = [Infinity, CORNERS[0]];
  for (const corner of CORNERS) {
    card.dataset.corner = corner;
    const covered = hidden(card.getBoundingClientRect(), boxes);
    if (covered < best[0]) best = [covered, corner];
    if (!covered) break;
  }
  card.dataset.corner = best[1];
}

// How much of some boxes the card would hide.
function hidden(card, boxes) {
  return boxes.reduce((sum, { left, top, right, bottom }) => {
    const width = Math.min(right, card.right) - Math.max(left, card.left);
    const height = Math.min(bottom, card.bottom) - Math.max(top, card.top);
    return sum + Math.max(0, width) * Math.max(0, height);
  }, 0);
}
