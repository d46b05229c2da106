// What pages do beyond links and forms. All of it can be read without.
"use strict";

// Decisions come as rows that the server made; how many stay is bounded.
const mostRows = 500;

function follow(rows) {
  const live = document.getElementById("live");
  const source = new EventSource(rows.dataset.stream);
  let came = 0;
  source.addEventListener("open", () => { live.classList.add("on"); say(); });
  source.addEventListener("error", () => { live.classList.remove("on"); live.textContent = "not connected: is bcrules ui still running?"; });
  source.addEventListener("decision", (e) => {
    const made = document.createElement("template");
    made.innerHTML = e.data;
    for (const row of made.content.children) row.classList.add("new");
    rows.prepend(made.content);
    document.getElementById("none")?.remove();
    rows.closest("[hidden]")?.removeAttribute("hidden");
    while (rows.children.length > mostRows) rows.lastElementChild.remove();
    came++;
    say();
  });
  function say() {
    live.textContent = came === 0 ? "live: new decisions come above" : `live: ${came} new`;
  }
}

const rows = document.querySelector("[data-stream]");
if (rows) follow(rows);

// A place in a rule opens what it is folded in.
function unfold() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
}
addEventListener("hashchange", unfold);
unfold();

// A choice in a form of filters holds at once; what is typed, with Enter.
for (const form of document.querySelectorAll("form.filters")) {
  form.addEventListener("change", (e) => { if (e.target.matches("select, [type=checkbox]")) form.requestSubmit(); });
  form.addEventListener("submit", () => { for (const f of form.elements) if (f.name && !f.value) f.disabled = true; });
}

// The key / leads to the search.
addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey || e.target.matches("input, select, textarea")) return;
  if (e.key === "/") {
    const search = document.querySelector("[type=search]");
    if (search) { e.preventDefault(); search.focus(); }
  }
});
