"""What can be said of a table in a window: all its decision needs is there, uncovered."""

from playwright.sync_api import Page

# The windows that everything must fit into; those of phones get the phone's drawings.
DESKS = (
    *((1280, 720), (1366, 768), (1536, 730), (1440, 900), (1024, 768), (768, 1024)),
    *((1920, 1080), (2560, 1440)),
)
PHONES = ((844, 390), (390, 844), (360, 640))

# Says what is wrong with the table as it is shown.
WRONG = r"""() => {
  const wrong = new Set(), W = innerWidth, H = innerHeight;
  const main = document.getElementById("main");
  const shown = (e) => e.checkVisibility({ visibilityProperty: true });
  const inside = (b) => b.left > -1 && b.top > -1 && b.right < W + 1 && b.bottom < H + 1;
  const name = (e) => e.id || e.className.baseVal || e.className || e.tagName;

  // Nothing scrolls: neither the page, nor the frame, nor what stands beside it.
  for (const e of [document.documentElement, document.getElementById("app")])
    if (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)
      wrong.add(`${name(e)} scrolls`);
  if (scrollY || scrollX) wrong.add("the page was scrolled");

  // The prompt, the own panel or hand, the map or row.
  const parts = "#prompt,#panel,#own,#map-box,#row,#rows,.prompt .button,.hand>li,"
    + ".row-cards>li,.action,.strip";
  for (const e of document.querySelectorAll(parts))
    if (shown(e) && !inside(e.getBoundingClientRect())) wrong.add(`${name(e)} is not inside`);
  const own = document.querySelector("#panel,#own");
  if (!shown(document.getElementById("prompt"))) wrong.add("the prompt is not there");
  if (own && !shown(own) && !document.querySelector("#rows") && main.dataset.tabWanted === "table")
    wrong.add("the own panel is not there");

  // Whatever plays a word or goes on with a draft can be met. What is offered twice need be so
  // once; of two overlapping cards or crowded pieces any part will do, of all else the middle.
  const acts = "[data-word],[data-plan],[data-draft],[data-post]", met = new Map();
  const some = [0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95];
  for (const e of main.querySelectorAll(acts)) {
    if (e.disabled || e.closest(".refused,.invites") || e.matches(".planned,.counter-gap"))
      continue;
    const { word, plan, draft, post } = e.dataset, b = e.getBoundingClientRect();
    const means = word ?? plan ?? (draft === undefined ? post : `~${draft}`);
    const spots = e.closest(".hand,.map,.exchanges") ? some : [0.5];
    const is = shown(e) && spots.some((y) => spots.some((x) =>
      document.elementFromPoint(b.x + b.width * x, b.y + b.height * y)?.closest(acts) === e));
    met.set(means, met.get(means) || is);
  }
  for (const [means, is] of met) if (!is) wrong.add(`«${means}» cannot be met`);

  // A price is never left out, and keeps to its column.
  for (const cell of main.querySelectorAll(".exchanges tbody td:not(.salesmen)")) {
    if (!shown(cell)) continue;
    const column = cell.getBoundingClientRect(), price = cell.firstElementChild;
    const b = price.getBoundingClientRect();
    if (!shown(price) || b.left < column.left - 0.5 || b.right > column.right + 0.5)
      wrong.add(`the price «${price.textContent}» is not in its column`);
  }

  // No text is too small, or larger than what it is written on; no piece is, either.
  const holders = ".action,.strip,.button,.row,td,th,.prompt,.players-strip li,.tabs button,"
    + ".me,.price";
  const apart = "svg,.visually-hidden,.log,.since,.opponents";
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, e = text.parentElement, said = text.textContent.trim();
    if (!said || e.closest(apart) || !shown(e)) continue;
    const style = getComputedStyle(e), range = document.createRange();
    if (style.fontSize === "0px") continue;
    range.selectNodeContents(text);
    const b = range.getBoundingClientRect();
    if (!b.width || !b.height) continue;
    if (parseFloat(style.fontSize) < 12.9) wrong.add(`«${said.slice(0, 20)}» is small`);
    const names = e.closest(".players-strip b,.me .name b");
    const box = e.closest(holders)?.getBoundingClientRect();
    const out = box && (b.right > box.right + 2 || b.left < box.left - 2
      || b.bottom > box.bottom + 2.5);
    if (out && !names)
      wrong.add(`«${said.slice(0, 20)}» is cut`);
    if (!names && style.overflowX === "hidden" && e.scrollWidth > e.clientWidth + 1)
      wrong.add(`«${said.slice(0, 20)}» is cut short`);
  }
  // The name of an action is one word, and stays one.
  for (const e of main.querySelectorAll(".strip b")) {
    if (/\s/.test(e.textContent.trim())) continue;
    const word = document.createRange();
    word.selectNodeContents(e);
    const lines = new Set([...word.getClientRects()].map(({ top }) => Math.round(top)));
    if (lines.size > 1) wrong.add(`«${e.textContent}» is parted`);
  }
  // Of what the prompt says every line is there, and nothing lies on it.
  for (const e of document.querySelectorAll("#prompt-title,#prompt-brings")) {
    if (e.scrollHeight > e.clientHeight + 2) wrong.add(`${name(e)} is cut short`);
    const words = document.createRange();
    words.selectNodeContents(e);
    for (const b of words.getClientRects())
      for (const x of [b.left + 2, (b.left + b.right) / 2, b.right - 2])
        if (!document.elementFromPoint(x, b.bottom - 2)?.closest(".prompt-text"))
          wrong.add(`${name(e)} is covered`);
  }
  // A space of a cell keeps clear of the cell's edge.
  for (const space of main.querySelectorAll(".action .counter")) {
    if (!shown(space)) continue;
    const b = space.getBoundingClientRect();
    const cell = space.closest(".action").getBoundingClientRect();
    if (b.left < cell.left + 2 || b.right > cell.right - 2 || b.bottom > cell.bottom - 1)
      wrong.add(`a space touches the edge of ${space.closest(".action").id}`);
  }
  // What the others have is there as a whole, on a phone in a tab that scrolls: what stands beside
  // the table may scroll for the log alone. Their spaces keep to their cells, a number to its disc.
  const beside = main.querySelector(".side");
  const isTab = !beside || getComputedStyle(beside).display === "contents";
  for (const other of main.querySelectorAll(".opponent")) {
    const b = other.getBoundingClientRect();
    const low = document.elementsFromPoint((b.left + b.right) / 2, b.bottom - 2);
    if (!isTab && shown(other) && !low.includes(other)) wrong.add(`${other.id} is cut`);
  }
  const holds = [[".mini .pips i", "li", 0], ["#map-badges .count", "#map-badges .badge", 1]];
  for (const [held, holder, least] of holds)
    for (const one of main.querySelectorAll(held)) {
      if (!shown(one)) continue;
      const b = one.getBoundingClientRect();
      const around = (one.closest(holder).querySelector("circle") ?? one.closest(holder))
        .getBoundingClientRect();
      if (b.left < around.left + least || b.right > around.right - least
        || (least && b.height > around.height * 1.25))
        wrong.add(`${held} leaves its place`);
    }
  return [...wrong];
}"""

# How high things are, by their ids: type by its size, pieces and cards by what they take.
SIZES = r"""() => {
  const type = ["prompt-title", "prompt-brings"].map((id) => document.getElementById(id))
    .map((e) => [e.id, parseFloat(getComputedStyle(e).fontSize)]);
  const pieces = [...document.querySelectorAll(
    "#board-map [id^=pawn], #board-map [id^=cube], .hand>li[id], .row-cards>li[id], .action[id]")]
    .map((e) => [e.id, e.getBoundingClientRect().height]);
  return Object.fromEntries([...type, ...pieces.filter(([, size]) => size > 0)]);
}"""


def wrongs(page: Page) -> list[str]:
    """Return what is wrong with a table in the window it has."""
    found: list[str] = page.evaluate(WRONG)
    return found


def wrongs_in(page: Page, windows: tuple[tuple[int, int], ...]) -> list[str]:
    """Show a table in each of some windows; return what is wrong, and in which."""
    before = page.viewport_size
    assert before is not None
    found = []
    for width, height in windows:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width} × {height}: {wrong}" for wrong in wrongs(page)]
    page.set_viewport_size(before)
    return found


def sizes_in(page: Page, windows: tuple[tuple[int, int], ...]) -> list[dict[str, float]]:
    """Show a table in each of some windows; return how high its type and its pieces are."""
    found = []
    for width, height in windows:
        page.set_viewport_size({"width": width, "height": height})
        found.append(page.evaluate(SIZES))
    return found
