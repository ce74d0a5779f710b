// A record can be chosen as a file: its text goes where one would paste it.

for (const chooser of document.querySelectorAll("[data-into]")) {
  chooser.closest("[hidden]").hidden = false;
  chooser.addEventListener("change", async () => {
    const [file] = chooser.files;
    if (!file) return;
    const field = document.getElementById(chooser.dataset.into);
    field.value = await file.text();
    field.form.requestSubmit();
  });
}
