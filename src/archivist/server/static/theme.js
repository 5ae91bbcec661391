// Sets the theme before anything is drawn. Without a choice the system's preference holds.
(() => {
  let kept = null;
  try { kept = localStorage.getItem("theme"); } catch { /* storage may be forbidden; then the system decides */ }
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
})();
