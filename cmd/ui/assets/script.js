// What pages do beyond links and forms. All of it can be read without.
"use strict";

// Decisions come as rows that the server made; how many stay is bounded.
const mostRows = 500;

let leave = () => {}; // ends listening for the rows that were followed

function follow() {
  leave();
  const rows = document.querySelector("[data-stream]"), live = document.getElementById("live");
  if (!rows) return;
  const address = new URL(rows.dataset.stream, location.href), over = new AbortController();
  let came = 0, source;
  function listen() {
    source = new EventSource(address);
    source.addEventListener("open", () => { live.classList.add("on"); say(); });
    source.addEventListener("error", () => { live.classList.remove("on"); live.textContent = "not connected: is bcrules ui still running?"; });
    source.addEventListener("decision", add);
  }
  function add(e) {
    address.searchParams.set("after", e.lastEventId);
    const made = document.createElement("template");
    made.innerHTML = e.data;
    for (const row of made.content.children) row.classList.add("new");
    rows.prepend(made.content);
    document.getElementById("none")?.remove();
    rows.closest("[hidden]")?.removeAttribute("hidden");
    while (rows.children.length > mostRows) rows.lastElementChild.remove();
    came++;
    say();
  }
  function say() {
    live.textContent = came === 0 ? "live: new decisions come above" : `live: ${came} new`;
  }
  // Browsers let a server have six connections, so a page nobody sees has none.
  document.addEventListener("visibilitychange", () => {
    source.close();
    if (!document.hidden) listen();
  }, { signal: over.signal });
  leave = () => { over.abort(); source.close(); };
  listen();
}
follow();

// A place in a rule opens what it is folded in.
function unfold() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
}
addEventListener("hashchange", unfold);
unfold();

const pause = 400; // ms without a key

// Filters hold as one types: the part of the page that they are about is asked for anew.
for (const form of document.querySelectorAll("form.filters")) {
  let timer, running;
  async function show() {
    clearTimeout(timer);
    running?.abort();
    const mine = running = new AbortController();
    const wanted = new URLSearchParams([...new FormData(form)].filter(([, value]) => value.trim()));
    const address = form.getAttribute("action") + (wanted.size ? "?" + wanted : "");
    try {
      const got = await fetch(address, { signal: mine.signal });
      const page = new DOMParser().parseFromString(await got.text(), "text/html");
      if (mine.signal.aborted) return;
      history.replaceState(null, "", address);
      document.getElementById("results").replaceWith(page.getElementById("results"));
      follow();
    } catch {
      if (!mine.signal.aborted) location.assign(address); // what is wrong is for the browser to say
    }
  }
  form.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(show, pause); });
  form.addEventListener("submit", (e) => { e.preventDefault(); show(); });
  form.querySelector("button").hidden = true;
}

// What can be run is copied by a button.
function copies(of) {
  for (const button of of.querySelectorAll("[data-copy]")) {
    if (!navigator.clipboard) break;
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = "copied";
    });
  }
}
copies(document);

// The key / leads to the search.
addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey || e.target.matches("input, select, textarea, .editor")) return;
  if (e.key === "/") {
    const search = document.querySelector("[type=search]");
    if (search) { e.preventDefault(); search.focus(); }
  }
});

// The playground answers anew as one types; of several answers under way the last counts.

function playground(form) {
  const { rules, event, agent, of, around } = form.elements;
  const answers = document.getElementById("answers"), state = document.getElementById("state");
  let timer, running;

  async function ask() {
    running?.abort();
    running = new AbortController();
    const mine = running, began = performance.now();
    const body = new URLSearchParams({ rules: rules.value, event: event.value, agent: agent.value, around: around.value, do: "part" });
    state.textContent = "working…";
    try {
      const got = await fetch("playground", { method: "POST", body, signal: mine.signal });
      const text = await got.text();
      if (mine.signal.aborted) return;
      if (!got.ok) throw new Error(got.statusText || got.status);
      const open = [...answers.querySelectorAll("details")].map((d) => d.open);
      answers.innerHTML = text;
      copies(answers);
      answers.querySelectorAll("details").forEach((d, i) => { if (i < open.length) d.open = open[i]; });
      state.textContent = `answered in ${((performance.now() - began) / 1000).toFixed(1)} s`;
    } catch (e) {
      if (mine.signal.aborted) return;
      state.textContent = e instanceof TypeError ? "no answer: is bcrules ui still running?" : `no answer: ${e.message}`;
    }
  }
  function soon() {
    clearTimeout(timer);
    timer = setTimeout(ask, pause);
    hold();
  }

  // The text in the address' fragment, which is never sent.
  const keep = document.getElementById("keep");
  function hold() {
    const text = keep.checked ? "#" + new URLSearchParams({ rules: rules.value, event: event.value, agent: agent.value, around: around.value }) : "";
    if (location.hash !== text) history.replaceState(null, "", location.pathname + location.search + text);
  }
  const kept = new URLSearchParams(location.hash.slice(1));
  if (kept.has("rules")) {
    rules.value = kept.get("rules");
    event.value = kept.get("event") ?? "";
    agent.value = kept.get("agent") ?? "";
    around.value = kept.get("around") ?? "";
    if (around.value) around.closest("details").open = true;
    of.value = "";
    keep.checked = true;
  }
  document.getElementById("keep-label").hidden = false;
  keep.addEventListener("change", hold);

  document.getElementById("take").hidden = true;
  of.addEventListener("change", async () => {
    if (!of.value) return;
    const got = await fetch("playground/event?" + new URLSearchParams({ of: of.value }));
    if (!got.ok) { state.textContent = await got.text(); return; }
    const chosen = await got.json();
    event.value = chosen.event;
    agent.value = chosen.agent;
    soon();
  });
  event.addEventListener("input", () => { of.value = ""; soon(); });
  rules.addEventListener("input", soon);
  around.addEventListener("input", soon);
  agent.addEventListener("change", soon);
  form.addEventListener("submit", (e) => {
    if (e.submitter?.name) return; // what the server answers with a page or a file
    e.preventDefault();
    clearTimeout(timer);
    ask();
  });

  // The place of a fault leads into the text.
  answers.addEventListener("click", (e) => {
    const place = e.target.closest("[data-line]");
    if (!place) return;
    e.preventDefault();
    const before = rules.value.split("\n").slice(0, place.dataset.line - 1);
    const at = before.reduce((n, line) => n + line.length + 1, 0) + Number(place.dataset.col) - 1;
    rules.focus();
    rules.setSelectionRange(at, at + 1);
  });
  ask();
}

const play = document.querySelector("form.play");
if (play) {
  playground(play);
  import("./editor.js");
}
