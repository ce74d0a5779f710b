// Trying a decision again: an address for where one is, so that whoever loads the page again is there.

const app = document.getElementById("app");

app.addEventListener("shown", () => {
  const { address } = document.getElementById("main").dataset;
  if (location.pathname !== address) history.replaceState(null, "", address);
});
