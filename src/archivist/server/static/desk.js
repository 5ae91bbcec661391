// The desk: Ctrl+Enter plays the scenario, and the line of an error is scrolled to.
(() => {
  "use strict";
  const mark = () => {
    const text = document.getElementById("text");
    const line = Number(text?.dataset.line || 0);
    if (!line) return;
    const height = parseFloat(getComputedStyle(text).lineHeight) || 18;
    text.scrollTop = Math.max(0, (line - 4) * height);
  };
  const absolute = () => { for (const each of document.querySelectorAll("[data-absolute]")) each.value = new URL(each.value, location.href).href; };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.id === "text") { event.preventDefault(); document.getElementById("judge").click(); }
    if (event.key === "Enter" && event.target.id === "play") { event.preventDefault(); document.getElementById("ask").click(); }
  });
  document.addEventListener("htmx:afterSettle", () => { mark(); absolute(); });
  mark();
  absolute();
})();
