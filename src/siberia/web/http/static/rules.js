// The rules work without a script; with one, "/" goes to the search field.

const field = document.getElementById("find-words");

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input,select,textarea")) return;
  event.preventDefault();
  field.focus();
  field.select();
});

// On a phone the tab "Search" leads to the field, which can be written in at once.
for (const tab of document.querySelectorAll('[href="#find-words"]'))
  tab.addEventListener("click", (event) => {
    event.preventDefault();
    field.focus();
    field.scrollIntoView({ block: "center" });
  });
