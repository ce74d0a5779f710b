// The deal of the day: how long it lasts, counted down by the minute.

const clock = document.querySelector("[data-ends]");

function tell() {
  const minutes = Math.max(0, Math.floor((new Date(clock.dataset.ends) - Date.now()) / 60_000));
  const text = clock.dataset.pattern
    .replace("{hours}", Math.floor(minutes / 60))
    .replace("{minutes}", minutes % 60);
  if (clock.textContent !== text) clock.textContent = text;
}

if (clock) {
  tell();
  setInterval(tell, 10_000);
}
