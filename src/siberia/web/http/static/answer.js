// Sends something to the server, and takes only what the server itself answers. A proxy's error page
// and a network that wants a login first come under our address, too.

// Longer than any answer takes.
const PATIENCE = 10_000;
// What is asked for, done or refused.
const ANSWERED = [200, 409];
// Refused in a few plain words; what is busy may answer later.
const REFUSED = [400, 403, 409, 410, 413, 429, 500, 503];
const BUSY = [429, 500, 503];

// Returns what was answered, or null; `isExpected` knows the text of what was asked for.
export async function post(address, fields, isExpected) {
  try {
    const answer = await fetch(address, {
      method: "POST",
      body: new URLSearchParams(fields),
      // The server sends nobody elsewhere.
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE),
    });
    const text = await answer.text();
    if (ANSWERED.includes(answer.status) && isExpected(text)) return { text, isRefused: false };
    const isPlain = answer.headers.get("content-type")?.startsWith("text/plain");
    if (!isPlain || !REFUSED.includes(answer.status)) return null;
    return { text, isRefused: true, isBusy: BUSY.includes(answer.status) };
  } catch {
    return null;
  }
}

export function parsed(html) {
  return new DOMParser().parseFromString(html, "text/html");
}
