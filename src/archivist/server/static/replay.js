// A replay: the slider, stepping, playing, and an address for every moment.
(() => {
  "use strict";
  const at = () => Number(document.getElementById("board").dataset.number);
  const total = () => Number(document.getElementById("slider").max);
  const seat = () => document.getElementById("seat").value;
  const address = (place) => `${document.getElementById("board").dataset.base}?at=${place}${seat() ? `&seat=${seat()}` : ""}`;
  let wanted = null;
  let going = false;
  const go = async (place) => {
    wanted = Math.max(0, Math.min(place, total()));
    if (going) return;
    going = true;
    try {
      while (wanted !== null) {
        const next = wanted;
        wanted = null;
        await htmx.ajax("GET", address(next), { source: document.getElementById("board"), target: "#board", swap: "morph:outerHTML" });
        history.replaceState(null, "", address(next));
      }
    } finally { going = false; }
  };
  let playing = 0;
  const stop = () => { clearInterval(playing); playing = 0; show(); };
  const show = () => {
    const button = document.getElementById("play");
    button.setAttribute("aria-pressed", playing ? "true" : "false");
    button.textContent = playing ? "❚❚ Pause" : "▶ Play";
  };
  const play = () => {
    if (playing) { stop(); return; }
    playing = setInterval(() => { if (at() >= total()) stop(); else if (!going) go(at() + 1); }, Number(window.archivist.kept.get("speed") || 900) || 300);
    show();
  };
  document.addEventListener("input", (event) => { if (event.target.id === "slider") go(Number(event.target.value)); });
  document.addEventListener("change", (event) => {
    if (event.target.id === "turn") go(Number(event.target.value));
    if (event.target.id === "seat") go(at());
  });
  document.addEventListener("click", (event) => {
    const step = event.target.closest("[data-go]");
    if (step) { event.preventDefault(); stop(); go(Number(step.dataset.go)); }
    if (event.target.closest("#play")) play();
    const copy = event.target.closest("#copy");
    if (copy) { navigator.clipboard?.writeText(new URL(copy.dataset.link, location.href).href).then(() => { copy.textContent = "Copied"; }, () => { copy.textContent = "See the address above"; }); }
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = { ArrowRight: () => go(at() + 1), ArrowLeft: () => go(at() - 1), Home: () => go(0), End: () => go(total()), " ": play };
    if (keys[event.key] && !event.target.closest(".tile, button, a")) { event.preventDefault(); keys[event.key](); }
  });
  document.addEventListener("htmx:afterSettle", show);
})();
