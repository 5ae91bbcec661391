// What every page has: the theme, dialogs for rules, links that are copied, questions before what cannot be undone.
(() => {
  "use strict";
  const kept = {
    get(key) { try { return localStorage.getItem(key); } catch { return null; } },
    set(key, value) { try { localStorage.setItem(key, value); } catch { /* not kept then */ } },
  };
  window.archivist = { kept };

  const dark = () => (document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  document.getElementById("theme")?.addEventListener("click", () => {
    const next = dark() ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    kept.set("theme", next);
  });

  const dialog = document.getElementById("dialog");
  const body = document.getElementById("dialog-body");
  const title = document.getElementById("dialog-title");
  const show = (said) => { title.textContent = said; if (!dialog.open) dialog.showModal(); };
  window.archivist.dialog = {
    show,
    async fetch(address, said) {
      body.textContent = "…";
      dialog.classList.remove("wide");
      show(said);
      await htmx.ajax("GET", address, { target: "#dialog-body", swap: "innerHTML", headers: { "X-Part": "1" } });
    },
    put(node, said) { body.replaceChildren(node); dialog.classList.add("wide"); show(said); },
  };
  document.addEventListener("click", (event) => {
    const rule = event.target.closest("a[data-dialog]");
    if (rule && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
      event.preventDefault();
      window.archivist.dialog.fetch(rule.getAttribute("href"), rule.dataset.dialog || rule.textContent.trim());
      return;
    }
    const opener = event.target.closest("[data-open]");
    if (opener) document.getElementById(opener.dataset.open)?.showModal();
    if (event.target.closest("[data-close]")) event.target.closest("dialog")?.close();
    if (event.target instanceof HTMLDialogElement) event.target.close();
    if (event.target.matches("input.link")) { event.target.select(); navigator.clipboard?.writeText(event.target.value).catch(() => {}); }
  });
  document.addEventListener("click", (event) => {
    const risky = event.target.closest("[data-confirm]");
    if (risky && !window.confirm(risky.dataset.confirm)) { event.preventDefault(); event.stopImmediatePropagation(); }
  }, true);
})();
