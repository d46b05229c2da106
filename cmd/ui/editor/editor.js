// The playground's editor: CodeMirror over the page's text box, fed by the server that editors
// have ("bcrules lsp"), over two addresses of the page: what it says is streamed, what it is told
// is posted. The text box stays what the form sends and what script.js reads; the editor writes
// what one types into it, and takes over what is written there.
//
// It lies in a shadow tree, so that the styles CodeMirror makes are sheets of that tree, and the
// page's policy, which forbids style elements, stays as it is.
//
// "make editor" bundles this file to assets/editor.js.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import { findReferencesKeymap, hoverTooltips, jumpToDefinitionKeymap, LSPClient, LSPPlugin, renameKeymap, serverCompletion, signatureHelp } from "@codemirror/lsp-client";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers, ViewPlugin } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const pause = 40; // ms without a key before the server is told, which waits for another 60

// CUE by its tokens, which is as much as colours need; the expressions in its texts are the server's
// to tell (tokens).
const cue = StreamLanguage.define({
  name: "cue",
  startState: () => ({ end: "" }),
  token(stream, state) {
    if (state.end) return text(stream, state);
    if (stream.eatSpace()) return null;
    if (stream.match("//")) { stream.skipToEnd(); return "comment"; }
    const quote = stream.match(/^(#*)("""|'''|"|')/);
    if (quote) { state.end = quote[2] + quote[1]; return text(stream, state); }
    if (stream.match(/^[\w$#]+(?=[?!]?\s*:)/)) return "propertyName";
    if (stream.match(/^(package|import|let|if|for|in|true|false|null)\b/)) return "keyword";
    if (stream.match(/^\d[\w.]*/)) return "number";
    if (stream.match(/^[\w$#]+/)) return "variableName";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "//" }, closeBrackets: { brackets: ["(", "[", "{", '"', "'"] } },
});

// text reads on in a text; one of a single line ends with it.
function text(stream, state) {
  const label = () => stream.match(/^[?!]?\s*:/, false) ? "propertyName" : "string";
  while (!stream.eol()) {
    if (stream.match(state.end)) { state.end = ""; return label(); }
    if (stream.next() === "\\" && !state.end.endsWith("#")) stream.next();
  }
  if (!/^("""|''')/.test(state.end)) state.end = "";
  return "string";
}

const colours = syntaxHighlighting(HighlightStyle.define([
  { tag: tags.comment, class: "c" }, { tag: tags.string, class: "s" }, { tag: tags.propertyName, class: "l" },
  { tag: tags.keyword, class: "k" }, { tag: tags.number, class: "n" },
]));

// The page's policy has no images that are no files of its: faults are underlined by the text's own means.
const underlined = EditorView.theme(Object.fromEntries(["error", "warning"].map((of) =>
  [".cm-lintRange-" + of, { backgroundImage: "none", textDecoration: `underline wavy var(--${of === "error" ? "bad" : "doubt"})` }])));

// tokens are the words of expressions, as the server has them.
const setTokens = StateEffect.define();
const tokens = StateField.define({
  create: () => Decoration.none,
  update(was, tr) {
    for (const e of tr.effects) if (e.is(setTokens)) return e.value;
    return was.map(tr.changes);
  },
  provide: (f) => EditorView.decorations.from(f),
});

// decorations reads the five numbers that the protocol has for each word.
function decorations(doc, data, kinds) {
  const all = [];
  for (let i = 0, line = 0, character = 0; i + 4 < data.length; i += 5) {
    if (data[i]) character = 0;
    line += data[i];
    character += data[i + 1];
    if (line >= doc.lines) break;
    const from = doc.line(line + 1).from + character, to = from + data[i + 2];
    if (to <= doc.length && kinds[data[i + 3]]) all.push(Decoration.mark({ class: "e-" + kinds[data[i + 3]] }).range(from, to));
  }
  return Decoration.set(all, true);
}

// telling sends the text once its author pauses, and asks what its expressions are.
const telling = ViewPlugin.fromClass(class {
  constructor(view) { this.soon(view, 0); }
  update(u) { if (u.docChanged) this.soon(u.view, pause); }
  soon(view, ms) { clearTimeout(this.timer); this.timer = setTimeout(() => tell(view), ms); }
  destroy() { clearTimeout(this.timer); }
});

async function tell(view) {
  const { client, uri } = LSPPlugin.get(view);
  await client.initializing;
  client.sync();
  const doc = view.state.doc, legend = client.serverCapabilities?.semanticTokensProvider?.legend.tokenTypes;
  const got = legend && await client.request("textDocument/semanticTokens/full", { textDocument: { uri } }).catch(() => null);
  if (got && view.state.doc === doc) view.dispatch({ effects: setTokens.of(decorations(doc, got.data, legend)) });
}

// found shows what vet finds; what has one right answer is mended by a button.
function found(client, { uri, version, diagnostics }) {
  const file = client.workspace.getFile(uri), view = file?.getView(), plugin = view && LSPPlugin.get(view);
  if (!plugin || version != null && version !== file.version) return false;
  const place = ({ start, end }) => {
    const now = (p) => plugin.unsyncedChanges.mapPos(plugin.fromPosition(p, plugin.syncedDoc));
    return { from: now(start), to: now(end) };
  };
  view.dispatch(setDiagnostics(view.state, diagnostics.map((d) => ({
    ...place(d.range), message: d.message, source: d.code, severity: d.severity === 1 ? "error" : "warning",
    actions: d.data ? [{ name: d.data.title, apply: (view) => view.dispatch({ changes: { ...place(d.data.edit.range), insert: d.data.edit.newText } }) }] : [],
  }))));
  return true;
}

// Of Markdown's HTML stays what a doc needs, without attributes.
const kept = new Set("P PRE CODE EM STRONG UL OL LI BR HR H1 H2 H3 H4 SPAN".split(" "));
function sanitizeHTML(html) {
  const body = new DOMParser().parseFromString(html, "text/html").body;
  for (const e of body.querySelectorAll("*")) {
    if (!kept.has(e.tagName)) e.replaceWith(document.createTextNode(e.textContent));
    else for (const a of [...e.attributes]) e.removeAttribute(a.name);
  }
  return body.innerHTML;
}

// A desk is the connection to the server. Messages are posted one after another, as they have an order.
// A page that nobody sees gives its connection back: a browser lets a server have six.
function desk(client, address) {
  let source, id, handlers = [], last = Promise.resolve();
  const transport = {
    subscribe(h) { handlers.push(h); },
    unsubscribe(h) { handlers = handlers.filter((x) => x !== h); },
    send(message) {
      const to = address + "/" + id;
      last = last.then(() => fetch(to, { method: "POST", body: message })).catch(() => {});
    },
  };
  function close() { source?.close(); if (client.connected) client.disconnect(); }
  function open() {
    source?.close();
    source = new EventSource(address);
    source.addEventListener("desk", (e) => { if (client.connected) client.disconnect(); id = e.data; client.connect(transport); });
    source.addEventListener("message", (e) => { for (const h of handlers) h(e.data); });
  }
  document.addEventListener("visibilitychange", () => document.hidden ? close() : open());
  if (!document.hidden) open();
}

function edit(box) {
  const client = new LSPClient({
    sanitizeHTML, timeout: 10000,
    extensions: [serverCompletion(), hoverTooltips(), signatureHelp(), { notificationHandlers: { "textDocument/publishDiagnostics": found } }],
  });
  const host = document.createElement("div"), root = host.attachShadow({ mode: "open" });
  host.className = "editor";
  const look = document.createElement("link");
  Object.assign(look, { rel: "stylesheet", href: "assets/editor.css" });
  const hint = document.createElement("span"); // what describes lies in the same tree
  Object.assign(hint, { id: "hint", hidden: true, textContent: document.getElementById("rules-hint").textContent });
  root.append(look, hint);
  const view = new EditorView({
    root, parent: root,
    state: EditorState.create({
      doc: box.value,
      extensions: [
        lineNumbers(), highlightSpecialChars(), history(), drawSelection(), bracketMatching(), closeBrackets(), autocompletion(),
        cue, colours, underlined, tokens, indentUnit.of("\t"), EditorState.tabSize.of(4), EditorView.lineWrapping,
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.contentAttributes.of({ "aria-label": "Rules", "aria-describedby": "hint", tabindex: "0" }),
        EditorView.updateListener.of((u) => {
          if (!u.docChanged || u.state.doc.toString() === box.value) return;
          box.value = u.state.doc.toString();
          box.dispatchEvent(new Event("input"));
        }),
        client.plugin(box.dataset.desk, "cue"), telling,
      ],
    }),
  });
  box.addEventListener("input", () => { // of another's doing
    if (box.value !== view.state.doc.toString()) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: box.value } });
  });
  // What script.js selects in the text box is selected here.
  box.setSelectionRange = (from, to) => view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
  box.select = () => box.setSelectionRange(0, view.state.doc.length);
  box.focus = () => view.focus();
  box.after(host);
  box.hidden = true;
  desk(client, "playground/desk");
}

const box = document.getElementById("rules-text");
if (box?.dataset.desk) edit(box);
