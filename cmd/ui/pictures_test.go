//go:build unix && !race

package ui_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/testdata/browser"
)

// The pictures of the README; make pictures takes them anew.
const pictures = "../../testdata/pictures"

// mostPictured is how many bytes all pictures together may have.
const mostPictured = 200_000

// The README has a picture of each part, and readers needn't wait for them.
func TestPictures(t *testing.T) {
	if os.Getenv("PICTURES") != "" {
		takePictures(t)
	}
	sum := 0
	for _, name := range []string{"rules", "decisions", "playground"} {
		data, err := os.ReadFile(filepath.Join(pictures, name+".png"))
		if err != nil {
			t.Fatal(err)
		}
		sum += len(data)
	}
	if sum > mostPictured {
		t.Errorf("found pictures of %d bytes, want at most %d", sum, mostPictured)
	}
}

// pictured are rules beside the pack guard.
const pictured = `import "bcrules.dev/packs/guard"

packs: "guard": guard
log: inputs: true

hooks: "own-branch": {
	doc:   "Work goes to branches; main is for what was reviewed."
	on:    "PreToolUse"
	match: "Bash"
	rules: [
		{id: "commit", doc: "Denies commits on main.", when: "event.tool_input.command startsWith 'git commit' && git().branch == 'main'", do: deny: "Commit on a branch: git switch -c NAME"},
		{id: "merge", doc: "Asks before something is merged.", when: "event.tool_input.command startsWith 'git merge'", do: ask: "A merge is for a person to agree to."},
	]
}
`

// takePictures has hooks answer events that a session may send, and takes the pictures.
func takePictures(t *testing.T) {
	browser.Want(t)
	dir := filepath.Join(os.TempDir(), "dev") // as pages name it
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	s := home(t, dir, pictured)
	s.event("true") // it waits for the plan
	if err := os.Remove(s.log()); err != nil {
		t.Fatal(err)
	}
	for i, command := range []string{"git status", "go test ./...", "git push --force origin main", "git push origin fix-cart", "ls -la", "git merge fix-cart", "cat .env", "rm -rf ~/", "go vet ./...", "git log --oneline"} {
		session, more := "3f6b1c52-0d7e-4a38-9c41-5b2e8f7a6d10", ""
		if i%4 == 3 {
			session, more = "019ab7f2-5c1e-7d40-8f3a-2b9e6c4d1a77", `, "turn_id": "t", "model": "m"` // Codex's
		}
		s.event(fmt.Sprintf(`{"session_id": %q, "transcript_path": null, "cwd": "PROJECT", "hook_event_name": "PreToolUse", "permission_mode": "default", "tool_name": "Bash", "tool_input": {"command": %s}%s}`, session, files.JSON(command), more))
	}
	s.spread()
	s.start()
	s.Scheme("light")
	s.Size(960, 900)
	for name, address := range map[string]string{"rules": "rules?text=own-branch", "decisions": "decisions", "playground": "playground"} {
		s.Go(address)
		s.Until("document.querySelector('.sums, #live.on, #replies')")
		if name == "rules" {
			s.Click(".rule:last-of-type summary")
			s.Until("document.querySelector('.rule[open]')")
		}
		if err := os.WriteFile(filepath.Join(pictures, name+".png"), s.Picture(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// spread moves the log's entries into the last minutes.
func (s *site) spread() {
	s.t.Helper()
	data, err := os.ReadFile(s.log())
	if err != nil {
		s.t.Fatal(err)
	}
	var out bytes.Buffer
	all := bytes.SplitAfter(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
	for i, line := range all {
		at := time.Now().Add(time.Duration(i-len(all)) * 17 * time.Second).UTC().Format("2006-01-02T15:04:05.000Z")
		out.WriteString(`{"time":"` + at + string(line[len(`{"time":"`)+len(at):]))
	}
	out.WriteString("\n")
	if err := os.WriteFile(s.log(), out.Bytes(), 0o600); err != nil {
		s.t.Fatal(err)
	}
}
