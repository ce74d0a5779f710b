// A bot that sits down by a seat link: node examples/bot.mjs 'https://play.example/join#...'
// It needs Node 20 and nothing else. Put your own idea into `choose`.

// What to play: one of the legal words, or while counters are placed all of them.
function choose(seen) {
  if (seen.view.phase === "place") {
    return seen.view.players[seen.seat].drawn.map(() => "place research");
  }
  return [seen.legal[Math.floor(Math.random() * seen.legal.length)]];
}

const [server, link] = process.argv[2].split("/join#");
const headers = { "Content-Type": "application/json" };

async function ask(path, said) {
  const sent = said && { method: "POST", body: JSON.stringify(said) };
  const answer = await fetch(`${server}/api/v1${path}`, { headers, ...sent });
  if (!answer.ok) throw new Error((await answer.json()).detail);
  return answer;
}

const post = async (path, said) => (await ask(path, said)).json();
// Everyone at a table needs a name of their own.
const name = `Example ${Math.floor(Math.random() * 10000)}`;
headers.Authorization = `Bearer ${(await post("/guests", { name })).token}`;
const { table } = await post("/seats", { link });
const stream = (await ask(`/tables/${table}/stream`)).body.pipeThrough(new TextDecoderStream());
let text = "";
let done = -1;
for await (const piece of stream) {
  const lines = (text + piece).split("\n");
  text = lines.pop();
  let seen = lines.filter(Boolean).map(JSON.parse).pop();
  // A line may have been on its way while we played: what was answered is not answered again.
  while (seen?.seq > done && seen.awaited.includes(seen.seat)) {
    done = seen.seq;
    seen = await post(`/tables/${table}/words`, { seq: done, words: choose(seen) });
  }
  if (seen?.is_over) {
    console.log("The match is over:", seen.view.scores.join(", "));
    process.exit();
  }
}
