// Dragging counters: the same as picking one up and putting it down, in one movement.

const FAR = 6;

export function drag(root, dropped) {
  let held = null;

  root.addEventListener("pointerdown", (event) => {
    const piece = pieceUnder(event);
    if (piece && event.button === 0) held = { piece, x: event.clientX, y: event.clientY, moves: false };
  });

  addEventListener("pointermove", (event) => {
    if (!held) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moves && Math.hypot(dx, dy) < FAR) return;
    held.moves = true;
    held.piece.classList.add("dragged");
    held.piece.style.transform = `translate(${dx}px, ${dy}px)`;
    mark(spotUnder(event));
  });

  addEventListener("pointerup", (event) => {
    if (!held) return;
    const { piece, moves } = held;
    const spot = moves && spotUnder(event);
    release();
    if (!moves) return;
    // The click that follows a drag is not meant; not every drag is followed by one.
    const swallow = (click) => click.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    if (spot) dropped(Number(piece.dataset.drag), spot.dataset.drop);
  });

  addEventListener("pointercancel", release);

  // A piece that lies where the next one may go leaves clicks to its place, but not drags.
  function pieceUnder({ target, clientX, clientY }) {
    if (!target.closest(".tray,.action")) return null;
    return [...root.querySelectorAll("[data-drag]")].find((piece) => {
      const { left, right, top, bottom } = piece.getBoundingClientRect();
      return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
    });
  }

  function spotUnder(event) {
    // The piece itself is under the pointer, too.
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const cell = under.find((element) => !held.piece.contains(element))?.closest("li");
    const spot = cell?.querySelector("[data-drop]");
    const allowed = held.piece.dataset.allows.split(",");
    return spot && allowed.includes(spot.dataset.drop) ? spot : null;
  }

  function mark(spot) {
    for (const cell of document.querySelectorAll("li.over")) cell.classList.remove("over");
    spot?.closest("li").classList.add("over");
  }

  function release() {
    if (!held) return;
    mark(null);
    held.piece.classList.remove("dragged");
    held.piece.style.transform = "";
    held = null;
  }
}
