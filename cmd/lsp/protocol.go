package lsp

// The part of the Language Server Protocol 3.17 that is used here:
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/ A
// library of all its types is twenty thousand generated lines, and the only one in Go besides gopls
// is of 2022.

// A Position is a place in a text, from 0; characters are counted in the encoding.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// A Range excludes its End.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// A Location is a range of a file.
type Location struct {
	URI   string `json:"uri"`
	Range Range  `json:"range"`
}

// A Change is an edit of a text; without a Range it replaces the whole text.
type Change struct {
	Range *Range `json:"range"`
	Text  string `json:"text"`
}

// An Item is a document as opened or changed.
type Item struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
	Text    string `json:"text"`
}

// Params is a request about a position in a document, with the fields of all such requests.
type Params struct {
	Document Item     `json:"textDocument"`
	Position Position `json:"position"`
	Range    Range    `json:"range"`   // codeAction
	NewName  string   `json:"newName"` // rename
	Changes  []Change `json:"contentChanges"`
}

// A Diagnostic is a finding at its position.
type Diagnostic struct {
	Range    Range  `json:"range"`
	Severity int    `json:"severity"`
	Code     string `json:"code,omitempty"`
	Source   string `json:"source"`
	Message  string `json:"message"`
	Data     *Fix   `json:"data,omitempty"`
}

// Severities of diagnostics.
const (
	severityError   = 1
	severityWarning = 2
)

// A Fix mends a finding.
type Fix struct {
	Title string   `json:"title"`
	Edit  TextEdit `json:"edit"`
}

// A TextEdit replaces a range by a text.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// Edits are edits of files by URI; Steps if files may have to be created first.
type Edits struct {
	Changes map[string][]TextEdit `json:"changes,omitempty"`
	Steps   []any                 `json:"documentChanges,omitempty"`
}

// A Completion is a text that may be inserted at a position.
type Completion struct {
	Label    string    `json:"label"`
	Kind     int       `json:"kind"`
	Detail   string    `json:"detail,omitempty"`
	Doc      *Markup   `json:"documentation,omitempty"`
	SortText string    `json:"sortText,omitempty"`
	Edit     *TextEdit `json:"textEdit,omitempty"`
}

// Kinds of completions and of symbols (CompletionItemKind, SymbolKind).
const (
	kindFunction = 3
	kindField    = 5
	kindVariable = 6
	kindModule   = 9
	kindProperty = 10
	kindValue    = 12
	kindEvent    = 23

	symbolModule   = 2
	symbolEvent    = 24
	symbolFunction = 12
)

// Markup is text in Markdown.
type Markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

func markdown(text string) *Markup { return &Markup{"markdown", text} }

// A Hover explains a position.
type Hover struct {
	Contents *Markup `json:"contents"`
	Range    Range   `json:"range"`
}

// A Symbol is a hook or a rule in a file's outline.
type Symbol struct {
	Name      string   `json:"name"`
	Detail    string   `json:"detail,omitempty"`
	Kind      int      `json:"kind"`
	Range     Range    `json:"range"`
	Selection Range    `json:"selectionRange"`
	Children  []Symbol `json:"children,omitempty"`
}

// An Action is an offered change.
type Action struct {
	Title     string `json:"title"`
	Kind      string `json:"kind"`
	Edit      *Edits `json:"edit,omitempty"`
	Preferred bool   `json:"isPreferred,omitempty"`
}

// A Signature describes the arguments of a fact.
type Signature struct {
	Label      string      `json:"label"`
	Doc        *Markup     `json:"documentation,omitempty"`
	Parameters []Parameter `json:"parameters"`
}

// A Parameter is named as in the label.
type Parameter struct {
	Label string `json:"label"`
}
