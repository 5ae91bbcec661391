// Waits for the game to begin, and then shows it.
(() => {
  "use strict";
  const source = new EventSource(document.getElementById("waiting").dataset.stream);
  let seen = false;
  source.addEventListener("board", () => { source.close(); location.reload(); });
  source.addEventListener("waiting", () => { if (seen && !document.querySelector("#join :focus")) location.reload(); seen = true; });
})();
