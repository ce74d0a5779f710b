// Comes back by itself when the rules are compiled.
setInterval(async () => {
  if ((await (await fetch("/health")).text()) === "ready") location.reload();
}, 700);
