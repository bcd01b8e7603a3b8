// Keys of the question box: Enter sends, Escape goes to the stop button while there is one.
document.addEventListener("keydown", (event) => {
  const box = event.target.closest ? event.target.closest("textarea[data-send]") : null;
  if (event.key === "Enter" && box && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    if (box.form.reportValidity()) box.form.requestSubmit(box.form.querySelector("button"));
  }
  if (event.key === "Escape") {
    const next = document.querySelector("[data-stop]") || document.querySelector("textarea[data-send]");
    if (next && next !== event.target) {
      event.preventDefault();
      next.focus();
    }
  }
});
