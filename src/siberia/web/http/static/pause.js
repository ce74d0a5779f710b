// How long to wait before asking again: longer each time, and not as long as everybody else waits.

const FIRST = 1000;
const LONGEST = 30_000;

export function pause(tries) {
  return Math.min(LONGEST, FIRST * 2 ** tries) * (0.5 + Math.random() / 2);
}
