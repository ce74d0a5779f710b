// Asks which tables wait for who looks: soon after one has moved on, but not at each of many moves.

const APART = 1500;
const PATIENCE = 5000;

// Calls back with what is answered; `isSeen` says whether a page is before somebody's eyes.
export function waiting(isSeen, told) {
  let timer = 0;

  async function ask() {
    clearTimeout(timer);
    timer = 0;
    try {
      const answer = await fetch(isSeen() ? "/turns?seen" : "/turns", { signal: AbortSignal.timeout(PATIENCE) });
      if (answer.ok) told(await answer.json());
    } catch {
      // The next change asks again.
    }
  }

  function soon() {
    timer ||= setTimeout(ask, APART);
  }

  return { ask, soon };
}
