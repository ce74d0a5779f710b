// The pages behind seat links and personal links: the secret behind the # goes in the body.

const errand = document.getElementById("errand");
const notice = document.getElementById("notice");
const token = location.hash.slice(1);

function tell(text) {
  notice.textContent = text;
  notice.hidden = !text;
}

async function send(address, fields) {
  try {
    return await fetch(address, { method: "POST", body: new URLSearchParams({ token, ...fields }) });
  } catch {
    tell(errand.dataset.lost);
    return null;
  }
}

// What the link is for; a server that is just starting is asked again.
async function look() {
  const answer = await send(errand.dataset.look, {});
  if (!answer) return;
  const text = await answer.text();
  if (answer.ok) errand.innerHTML = text;
  else if (answer.status === 503) setTimeout(look, 1000);
  else {
    errand.querySelector("[role=status]").remove();
    tell(text);
  }
}

errand.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = event.target.querySelector("button");
  tell("");
  button.disabled = true;
  const answer = await send(errand.dataset.do, Object.fromEntries(new FormData(event.target)));
  button.disabled = false;
  if (!answer) return;
  const text = await answer.text();
  // The used link is not kept in the history: going back would only lead to a refusal.
  if (answer.ok) location.replace(text);
  else tell(text);
});

if (!token) {
  errand.querySelector("form, [role=status]").remove();
  tell(errand.dataset.incomplete);
} else if (errand.dataset.look) look();

// A link that is opened in a page that is open already changes only what is behind the #.
addEventListener("hashchange", () => location.reload());
