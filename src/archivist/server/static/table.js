// The table: clicks on cards, keys, what a card says, arrows from the stack, and what happened step by step.
// It knows no rule: it sends the number of the option that was chosen, and shows what the server answers.
(() => {
  "use strict";
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const board = () => document.getElementById("board");
  const { kept, dialog } = window.archivist;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let picked = [];
  let pickedFor = "";
  let busy = false;

  // -- answering ---------------------------------------------------------------------------------------------------
  const send = async (path, values) => {
    if (busy) return;
    busy = true;
    hideMenu();
    hidePeek();
    try {
      await htmx.ajax("POST", `${board().dataset.base}/${path}`, {
        source: board(), target: "#board", swap: "morph:outerHTML", values: { number: board().dataset.number, ...values },
      });
    } finally { busy = false; }
  };
  const deedsOf = (tile) => (tile.dataset.deeds || "").split(" ").filter(Boolean).map(Number);
  const several = () => board().dataset.form === "pick" && !(board().dataset.least === "1" && board().dataset.most === "1");

  const chosen = (tile) => {
    const deeds = deedsOf(tile);
    const form = board().dataset.form;
    if (!deeds.length) { explain(tile); return; }
    if (form === "pick") {
      if (several()) toggle(deeds[0]);
      else send("answer", { pick: deeds[0] });
    } else if (form === "act") {
      if (deeds.length === 1) send("answer", { choice: deeds[0] });
      else showMenu(tile, deeds);
    } else {
      $(`[data-on="${tile.dataset.card}"]`)?.focus();
    }
  };
  const explain = (tile) => {
    if (!board().dataset.seat) { dialog.put(copyOf(tile), "Card"); return; }
    dialog.fetch(`${board().dataset.base}/why/${tile.dataset.card}`, "Why not?");
  };
  const copyOf = (tile) => {
    const copy = document.getElementById(`d-${tile.dataset.detail}`).cloneNode(true);
    copy.removeAttribute("id");
    return copy;
  };

  // -- picking several ---------------------------------------------------------------------------------------------
  const toggle = (option) => {
    if (picked.includes(option)) picked = picked.filter((each) => each !== option);
    else picked = [...picked, option];
    const most = Number(board().dataset.most);
    if (picked.length > most) picked = picked.slice(picked.length - most);
    showPicked();
  };
  const showPicked = () => {
    const form = document.getElementById("answer");
    if (!form) return;
    for (const box of $$('input[name="pick"]', form)) box.checked = picked.includes(Number(box.value));
    const order = $("[data-order]", form);
    if (order) order.value = picked.join(",");
    for (const tile of $$(".tile[data-deeds]")) {
      if (several()) tile.setAttribute("aria-pressed", deedsOf(tile).some((each) => picked.includes(each)) ? "true" : "false");
    }
    const counter = $("[data-picked]");
    if (counter && several()) {
      const { least, most } = board().dataset;
      const wanted = least === most ? least : `${least} to ${most}`;
      counter.textContent = `${picked.length} chosen of ${wanted}.`;
      const ok = document.getElementById("ok");
      if (ok) ok.disabled = picked.length < Number(least) || picked.length > Number(most);
    }
  };
  document.addEventListener("change", (event) => {
    if (event.target.matches('#answer input[name="pick"]')) toggle(Number(event.target.value));
    if (event.target.matches('#answer input[name="share"]')) showSum();
    if (event.target.matches("[data-speed]")) kept.set("speed", event.target.value);
  });
  const showSum = () => {
    const sum = $("[data-sum]");
    if (!sum) return;
    const total = $$('#answer input[name="share"]').reduce((all, each) => all + Number(each.value || 0), 0);
    sum.textContent = `${total} of ${sum.dataset.sum}`;
    sum.classList.toggle("warn", total !== Number(sum.dataset.sum));
  };

  // -- a menu for a card with several deeds ------------------------------------------------------------------------
  const menu = document.getElementById("menu");
  const showMenu = (tile, deeds) => {
    menu.replaceChildren(...deeds.map((option) => {
      const row = $$("#choices .choice").find((each) => each.value === String(option));
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = row ? row.querySelector("span").textContent : textOf(tile, option);
      const aside = row?.querySelector("small");
      if (aside) button.append(aside.cloneNode(true));
      button.addEventListener("click", () => send("answer", { choice: option }));
      return button;
    }));
    menu.showPopover();
    place(menu, tile);
    menu.querySelector("button")?.focus();
  };
  const textOf = (tile, option) => {
    const index = deedsOf(tile).indexOf(option);
    return $$(`#d-${tile.dataset.detail} .does`)[index]?.textContent.replace("▸", "").trim() || "do it";
  };
  const hideMenu = () => { if (menu.matches(":popover-open")) menu.hidePopover(); };
  const place = (box, beside) => {
    const at = beside.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    const room = 8;
    let left = at.right + room;
    if (left + width > innerWidth - room) left = at.left - width - room;
    if (left < room) left = Math.max(room, Math.min(at.left, innerWidth - width - room));
    let top = Math.min(Math.max(room, at.top), innerHeight - height - room);
    if (left < at.right && left + width > at.left) top = at.top - height - room > 0 ? at.top - height - room : Math.min(at.bottom + room, innerHeight - height - room);
    box.style.left = `${left}px`;
    box.style.top = `${Math.max(room, top)}px`;
  };

  // -- what a card says: hover, focus, long press ------------------------------------------------------------------
  const peek = document.getElementById("peek");
  let timer = 0;
  let shownFor = null;
  const showPeek = (tile) => {
    const detail = document.getElementById(`d-${tile.dataset.detail}`);
    if (!detail || menu.matches(":popover-open")) return;
    shownFor = tile;
    const copy = copyOf(tile);
    peek.replaceChildren(copy);
    if (!peek.matches(":popover-open")) peek.showPopover();
    place(peek, tile);
  };
  const hidePeek = () => { clearTimeout(timer); shownFor = null; if (peek.matches(":popover-open")) peek.hidePopover(); };
  document.addEventListener("pointerover", (event) => {
    const tile = event.target.closest?.(".tile");
    if (!tile || event.pointerType === "touch") return;
    clearTimeout(timer);
    timer = setTimeout(() => showPeek(tile), 250);
  });
  document.addEventListener("pointerout", (event) => {
    if (event.target.closest?.(".tile") && !event.relatedTarget?.closest?.(".tile")) hidePeek();
  });
  let pressed = false;
  document.addEventListener("pointerdown", (event) => {
    const tile = event.target.closest?.(".tile");
    pressed = false;
    if (tile && event.pointerType === "touch") timer = setTimeout(() => { pressed = true; showPeek(tile); }, 420);
    else hidePeek();
  });
  document.addEventListener("pointerup", () => { if (!pressed) clearTimeout(timer); });
  document.addEventListener("contextmenu", (event) => { if (event.target.closest?.(".tile")) event.preventDefault(); });
  document.addEventListener("focusin", (event) => {
    const tile = event.target.closest?.(".tile");
    if (tile && tile.matches(":focus-visible")) showPeek(tile);
    else if (!tile) hidePeek();
  });
  document.addEventListener("scroll", hidePeek, true);

  document.addEventListener("click", (event) => {
    if (pressed) { pressed = false; event.preventDefault(); return; }
    const tile = event.target.closest(".tile");
    if (tile) {
      if (tile.closest("#dialog")) dialog_close();
      chosen(document.querySelector(`#board .tile[data-card="${tile.dataset.card}"]`) || tile);
      return;
    }
    const pile = event.target.closest("[data-pile]");
    if (pile) openPile(pile.dataset.pile);
  });
  const dialog_close = () => document.getElementById("dialog").close();
  const openPile = (name) => {
    const cards = document.getElementById(`cards-${name}`).cloneNode(true);
    cards.removeAttribute("id");
    for (const each of $$("[id]", cards)) each.removeAttribute("id");
    dialog.put(cards, cards.dataset.title);
  };

  const light = (event, on) => {
    const row = event.target.closest?.("[data-on]") || event.target.closest?.(".choice")?.querySelector("[data-on]");
    if (row?.dataset.on) document.getElementById(row.dataset.on)?.classList.toggle("lit", on);
  };
  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, (event) => light(event, true));
  for (const kind of ["pointerout", "focusout"]) document.addEventListener(kind, (event) => light(event, false));

  // -- keys --------------------------------------------------------------------------------------------------------
  let armed = 0;
  const pass = () => {
    const button = document.getElementById("pass");
    if (!button) return;
    if (board().dataset.passes === "end phase" && Date.now() - armed > 2500) {
      armed = Date.now();
      button.classList.add("armed");
      announce(`Press Space again to ${button.textContent.replace("Space", "").trim().toLowerCase()}.`);
      setTimeout(() => button.classList.remove("armed"), 2500);
      return;
    }
    armed = 0;
    button.click();
  };
  const move = (direction) => {
    const tiles = $$(".tile").filter((each) => each.offsetParent !== null);
    const at = tiles.indexOf(document.activeElement);
    tiles[(at + direction + tiles.length) % tiles.length]?.focus();
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !board()) return;
    const typing = event.target.matches("input:not([type=checkbox]), textarea, select");
    const open = document.querySelector("dialog[open]");
    if (open || (typing && event.key !== "Escape" && event.key !== "Enter")) return;
    const tile = document.activeElement?.closest?.(".tile");
    switch (event.key) {
      case " ":
        if (document.activeElement?.closest("#menu, summary, a, .also, .buttons .quiet, .panel, .phases")) return;
        event.preventDefault();
        pass();
        return;
      case "Escape":
        if (menu.matches(":popover-open")) { hideMenu(); return; }
        if (typing) { event.target.blur(); return; }
        if (picked.length) { picked = []; showPicked(); announce("Nothing is chosen."); return; }
        event.preventDefault();
        document.getElementById("back")?.click();
        return;
      case "Enter": {
        const ok = document.getElementById("ok");
        if (document.activeElement?.closest("button, a, summary") && !(tile && several())) return;
        if (ok && !ok.disabled) { event.preventDefault(); ok.click(); }
        return;
      }
      case "?":
        event.preventDefault();
        if (tile) dialog.put(copyOf(tile), "Card");
        else dialog.fetch(`${board().dataset.base}/ask`, "What is asked");
        return;
      case "w":
        if (tile) explain(tile);
        return;
      case "h": $(".hand .tile")?.focus(); return;
      case "f": $(".side.own .tile")?.focus(); return;
      case "l": document.getElementById("log-lines")?.focus(); return;
      case "ArrowRight": if (tile) { event.preventDefault(); move(1); } return;
      case "ArrowLeft": if (tile) { event.preventDefault(); move(-1); } return;
    }
    if (/^[0-9]$/.test(event.key)) numbered(event.key);
  });
  let typed = "";
  let typing = 0;
  const numbered = (digit) => {
    const rows = $$("#answer [data-key]");
    const keys = rows.map((each) => each.dataset.key);
    clearTimeout(typing);
    typed += digit;
    if (typed === "0") { typed = ""; pass(); return; }
    const longer = keys.some((each) => each.length > typed.length && each.startsWith(typed));
    const choose = () => {
      const row = rows.find((each) => each.dataset.key === typed);
      typed = "";
      if (!row) return;
      if (row.type === "checkbox") toggle(Number(row.value));
      else row.click();
    };
    if (longer) typing = setTimeout(choose, 700);
    else choose();
  };

  // -- arrows ------------------------------------------------------------------------------------------------------
  const SVG = "http://www.w3.org/2000/svg";
  const drawArrows = () => {
    const svg = document.getElementById("arrows");
    if (!svg) return;
    svg.replaceChildren();
    const frame = svg.getBoundingClientRect();
    const marker = (id, kind) => {
      const made = document.createElementNS(SVG, "marker");
      for (const [name, value] of Object.entries({ id, class: kind, viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 5, markerHeight: 5, orient: "auto-start-reverse" })) made.setAttribute(name, value);
      const tip = document.createElementNS(SVG, "path");
      tip.setAttribute("d", "M0 0 10 5 0 10z");
      made.append(tip);
      svg.append(made);
    };
    marker("tip", "");
    marker("tip-fight", "fight");
    marker("tip-link", "link");
    const arrow = (from, to, kind) => {
      if (!from || !to || !from.offsetParent || !to.offsetParent) return;
      const a = from.getBoundingClientRect();
      const b = to.getBoundingClientRect();
      const down = b.top > a.top;
      const x1 = (kind ? a.left + a.width / 2 : Math.min(a.right - 20, a.left + 200)) - frame.left;
      const y1 = (Math.abs(b.top - a.top) < 20 ? a.top + 4 : down ? a.bottom - 4 : a.top + 4) - frame.top;
      const x2 = b.left + b.width / 2 - frame.left, y2 = (down ? b.top + 6 : b.bottom - 6) - frame.top;
      const path = document.createElementNS(SVG, "path");
      const bend = Math.min(80, Math.abs(x2 - x1) / 3 + 20);
      path.setAttribute("d", `M${x1} ${y1} C${x1 + bend} ${(y1 + y2) / 2} ${x2 + bend} ${(y1 + y2) / 2} ${x2} ${y2}`);
      path.setAttribute("class", kind);
      path.setAttribute("marker-end", `url(#tip${kind && "-"}${kind})`);
      svg.append(path);
    };
    for (const item of $$(".stack .item")) {
      for (const at of (item.dataset.at || "").split(" ").filter(Boolean)) arrow(item, document.getElementById(at), "");
    }
    const attacker = $(".tile:has(.s-attacking)");
    if (attacker) for (const defender of $$(".tile:has(.s-defending)")) arrow(attacker, defender, "fight");
    for (const link of $$("[data-link]")) arrow(link.closest(".tile"), document.getElementById(link.dataset.link), "link");
  };

  // -- what happened, step by step ---------------------------------------------------------------------------------
  let told = "";
  let steps = 0;
  const showNews = () => {
    const lines = $$("#news li");
    const content = lines.map((each) => each.textContent).join("\n");
    if (content === told) return;
    told = content;
    clearTimeout(steps);
    const speed = still.matches ? 0 : Number(kept.get("speed") ?? 500);
    if (!speed || !lines.length) return;
    for (const each of lines) each.classList.add("wait");
    const step = (index) => {
      if (index >= lines.length || !lines[index].isConnected) return;
      lines[index - 1]?.classList.remove("now");
      lines[index].classList.remove("wait");
      lines[index].classList.add("now");
      $("#news").scrollTop = lines[index].offsetTop - 40;
      for (const card of (lines[index].dataset.cards || "").split(" ").filter(Boolean)) {
        const tile = document.querySelector(`#board .tile[data-card="${card}"]`);
        tile?.classList.add("glow");
        setTimeout(() => tile?.classList.remove("glow"), 1400);
      }
      steps = setTimeout(() => step(index + 1), speed);
    };
    step(0);
  };
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#news")) return;
    clearTimeout(steps);
    for (const each of $$("#news li")) each.classList.remove("wait", "now");
  });

  // -- what comes by two ways, answers and pushes, is shown in the order in which it was drawn ----------------------
  let latest = 0;
  const later = (order) => {
    if (order && order < latest) return false;
    latest = Math.max(latest, order || 0);
    return true;
  };
  document.addEventListener("htmx:beforeSwap", (event) => {
    const order = Number(event.detail.xhr?.getResponseHeader("X-Order") || 0);
    if (event.detail.target?.id === "board" && !later(order)) event.detail.shouldSwap = false;
  });
  document.addEventListener("htmx:sseBeforeMessage", (event) => {
    if (!later(Number(event.detail.lastEventId || 0))) event.preventDefault();
  });

  // -- after every change ------------------------------------------------------------------------------------------
  const announce = (text) => { document.getElementById("announce").textContent = text; };
  let announced = "";
  const refreshed = () => {
    const now = board();
    if (!now) return;
    if (pickedFor !== now.dataset.number) { picked = []; pickedFor = now.dataset.number; }
    if (now.dataset.announce !== announced) { announced = now.dataset.announce; announce(announced); }
    showPicked();
    showSum();
    showNews();
    const speed = $("[data-speed]");
    if (speed) speed.value = kept.get("speed") ?? "500";
    const log = document.getElementById("log-lines");
    if (log) log.scrollTop = log.scrollHeight;
    requestAnimationFrame(drawArrows);
    if (shownFor && !shownFor.isConnected) hidePeek();
    document.title = `${now.dataset.form ? "● " : ""}${now.dataset.title}`;
  };
  document.addEventListener("htmx:afterSettle", refreshed);
  document.addEventListener("DOMContentLoaded", refreshed);
  addEventListener("resize", () => requestAnimationFrame(drawArrows));
  document.addEventListener("scroll", () => requestAnimationFrame(drawArrows), true);
  if (document.readyState !== "loading") refreshed();

  // what the page itself has opened or switched stays as it is when the table is sent again
  window.Idiomorph && (Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) => {
    if (name === "open" && node.tagName === "DETAILS") return false;
    if (name === "class" && node.matches?.("#news li")) return false;
    return true;
  });

  // -- the line to the server --------------------------------------------------------------------------------------
  const line = document.getElementById("connection");
  const connected = (yes) => { if (line) { line.textContent = yes ? "connected" : "connection lost, trying again"; line.classList.toggle("lost", !yes); } };
  document.addEventListener("htmx:sseOpen", () => connected(true));
  document.addEventListener("htmx:sseError", () => connected(false));
  document.addEventListener("htmx:sendError", () => connected(false));
  document.addEventListener("htmx:afterRequest", (event) => { if (event.detail.successful) connected(true); });

  // -- clocks ------------------------------------------------------------------------------------------------------
  const shownAt = new WeakMap();
  setInterval(() => {
    for (const clock of $$("[data-clock][data-running]")) {
      if (!shownAt.has(clock) || shownAt.get(clock).value !== clock.dataset.clock) shownAt.set(clock, { value: clock.dataset.clock, since: Date.now() });
      const left = Math.max(0, Number(clock.dataset.clock) - (Date.now() - shownAt.get(clock).since) / 1000);
      clock.textContent = `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
    }
  }, 500);
})();
