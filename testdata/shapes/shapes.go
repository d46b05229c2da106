// Package shapes has the shapes that a person's settings may have before bcrules comes, and what
// becomes of each: with the real client (make e2e), and with init, doctor and uninstall (TestShapes
// of cmd/bcrules), after which all bytes are as before.
package shapes

import (
	"errors"
	"os"
	"path/filepath"
)

// A Shape is a settings file. If it can, it puts SEEN into the environment of programs that the
// client runs, which shows whether the client reads it.
type Shape struct {
	Name string
	Text string
	As   string // link, folder (a link to one), dangling, unwritable; "" for a plain file

	Dropped bool   // the client reads nothing of it
	Silent  bool   // the client reads it, and runs no hooks
	Refused string // what init says without changing anything; "" if it registers
	Fault   string // what doctor finds before init, beside that nothing is registered; "" for nothing
}

const seen = `"env": {"SEEN": "seen"}`

const comment, comma = "found a comment, want none: the agent reads nothing of a file that has one", "found a trailing comma, want none: the agent reads nothing of a file that has one"

// All lists all shapes.
var All = append([]Shape{
	{Name: "plain", Text: "{\n  " + seen + "\n}\n"},
	{Name: "no final newline", Text: "{\n  " + seen + "\n}"},
	{Name: "tabs", Text: "{\n\t" + seen + "\n}\n"},
	{Name: "CRLF", Text: "{\r\n  " + seen + "\r\n}\r\n"},
	{Name: "comments", Text: "// mine\n{\n  " + seen + " // here\n}\n", Dropped: true, Refused: comment, Fault: comment},
	{Name: "trailing commas", Text: "{\n  " + seen + ",\n}\n", Dropped: true, Refused: comma, Fault: comma},
	{Name: "one line", Text: "{" + seen + "}"},
	{Name: "empty", Text: ""},
	{Name: "braces", Text: "{}"},
	{Name: "empty hooks", Text: "{" + seen + ", \"hooks\": {}}\n"},
	{Name: "duplicate keys", Text: `{"env": {"SEEN": "no"}, "model": "x", "model": "sonnet", ` + seen + "}\n"},
	{Name: "unicode and large numbers", Text: `{"_note": "schön \u00e9 🚢", "_big": 9007199254740993, ` + seen + "}\n"},
	{Name: "disableAllHooks", Text: `{"disableAllHooks": true, ` + seen + "}\n", Silent: true, Fault: "found disableAllHooks: true: the agent starts no hook"},
	{Name: "allowManagedHooksOnly", Text: `{"allowManagedHooksOnly": true, ` + seen + "}\n"},
	{Name: "other tools' hooks", Text: `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "echo {}"}]}]}, ` + seen + "}\n"},
	{Name: "byte order mark", Text: "\uFEFF{" + seen + "}\n"},
	{Name: "hooks null", Text: `{"hooks": null, ` + seen + "}\n", Refused: "hooks: found null, want an object of events", Fault: "hooks: found null, want an object of events"},
	{Name: "hooks a list", Text: `{"hooks": [], ` + seen + "}\n", Refused: "hooks: found a list, want an object of events", Fault: "hooks: found a list, want an object of events"},
	{Name: "broken", Text: "{\n  " + seen + "\n", Dropped: true, Refused: "unexpected EOF", Fault: "unexpected EOF"},
	{Name: "linked file", Text: "{" + seen + "}\n", As: "link"},
	{Name: "linked folder", Text: "{" + seen + "}\n", As: "folder"},
	{Name: "dangling link", As: "dangling", Dropped: true, Refused: "found a link that leads nowhere, want a file", Fault: "found a link that leads nowhere, want a file"},
	{Name: "read only", Text: "{" + seen + "}\n", As: "unwritable", Refused: "found a read-only file, want a writable one; nothing was changed"},
}, ofValues()...)

// Lay makes the shape the private settings of a project's user, and returns their file.
func (s Shape) Lay(project string) (file string, err error) {
	dir, name := filepath.Join(project, ".claude"), "settings.local.json"
	file = filepath.Join(dir, name)
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	elsewhere := filepath.Join(project, "elsewhere")
	if s.As == "folder" {
		err = errors.Join(os.Mkdir(elsewhere, 0o755), os.Symlink("elsewhere", dir))
	} else {
		err = os.Mkdir(dir, 0o755)
	}
	switch s.As {
	case "link":
		err = errors.Join(err, os.WriteFile(filepath.Join(project, "mine.json"), []byte(s.Text), 0o640), os.Symlink("../mine.json", file))
	case "dangling":
		err = errors.Join(err, os.Symlink("../none.json", file))
	default:
		err = errors.Join(err, os.WriteFile(file, []byte(s.Text), 0o640))
	}
	if s.As == "unwritable" {
		err = errors.Join(err, os.Chmod(file, 0o440))
	}
	return file, err
}
