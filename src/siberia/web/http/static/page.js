// What every page does: the theme switch knows the system's theme, menus close by Escape.

const dark = matchMedia("(prefers-color-scheme: dark)");
for (const button of document.querySelectorAll("[data-theme-switch]"))
  if (!document.documentElement.dataset.theme && dark.matches) button.value = "light";

// The server draws for a phone, either way up, or for a desk; a cookie tells it which before the first page.
// phone.css asks for the same.
export const narrow = matchMedia("(max-width: 47.9375em), (max-height: 34.9375em)");
const tell = () => {
  document.cookie = `siberia_narrow=${narrow.matches ? 1 : 0};path=/;max-age=31536000;samesite=lax`;
};
tell();
narrow.addEventListener("change", tell);

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]"))
    if (!menu.contains(event.target)) menu.open = false;
});

for (const button of document.querySelectorAll("[data-copy]"))
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.done;
  });
