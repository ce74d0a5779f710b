// What moved glides from where it was; cards turn; money counts up. Drawings do it by themselves.

const GLIDING = ".hand > li, .counter-button, .row-cards > .place";
const EASE = "cubic-bezier(.2,.8,.2,1)";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// Remembers where things are; call what it returns when they are elsewhere.
export function glide(root) {
  if (calm.matches) return () => {};
  const before = new Map();
  for (const piece of root.querySelectorAll(GLIDING))
    before.set(piece.id, { box: piece.getBoundingClientRect(), up: piece.matches(".up") });
  const sums = new Map([...root.querySelectorAll(".money")].map((sum) => [sum.id, sum.textContent]));
  return () => {
    for (const piece of root.querySelectorAll(GLIDING)) move(piece, before.get(piece.id), before.size);
    for (const sum of root.querySelectorAll(".money")) if (sum.id) count(sum, sums.get(sum.id));
  };
}

function move(piece, was, any) {
  const timing = { duration: 280, easing: EASE };
  if (!was) {
    if (any && piece.matches(".hand > li"))
      piece.animate([{ translate: "120px -30px", opacity: 0 }, {}], timing);
    return;
  }
  if (!was.up && piece.matches(".up"))
    piece.animate([{ scale: "0 1" }, { scale: "1 1" }], { duration: 220, easing: EASE });
  const now = piece.getBoundingClientRect();
  const [x, y] = [was.box.x - now.x, was.box.y - now.y];
  if (Math.hypot(x, y) > 2) piece.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], timing);
}

function count(element, was) {
  const [from, to] = [was, element.textContent].map((text) => Number((text ?? "").replace(/\D/g, "")));
  if (from === to || was === undefined) return;
  const final = element.textContent;
  const write = new Intl.NumberFormat(document.documentElement.lang);
  const began = performance.now();
  const step = (now) => {
    const part = Math.min(1, (now - began) / 400);
    element.textContent = part < 1 ? `$${write.format(Math.round(from + (to - from) * part))}` : final;
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
