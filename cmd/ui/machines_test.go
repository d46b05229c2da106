//go:build unix && !race

package ui_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/testdata/browser"
)

// Logs of several machines, one of them exported by a collector, are shown as one: in the order of
// time, by machine and user. New entries appear in it, too.
func TestMachines(t *testing.T) {
	s := prepare(t, shown)
	said := func(second int, machine, user, call string) string {
		return fmt.Sprintf(`{"time":"2026-02-09T12:00:%02d.000Z","session":"%s","event":"PreToolUse","tool":"Bash","call":"%s","rules":"/home/%s/rules","machine":"%[2]s","user":"%[4]s","ms":1.5,"hooks":[{"hook":"<img onerror>","rules":[1],"ids":["push"]}],"said":["permission=deny"],"refused":true,"seq":1}`,
			second, machine, call, user)
	}
	export := func(lines ...string) string {
		records := ""
		for i, line := range lines {
			body, _ := json.Marshal(line)
			if i > 0 {
				records += ","
			}
			records += fmt.Sprintf(`{"timeUnixNano":"1770638401000000000","severityNumber":13,"body":{"stringValue":%s},"attributes":[{"key":"refused","value":{"boolValue":true}}]}`, body)
		}
		return `{"resourceLogs":[{"resource":{"attributes":[]},"scopeLogs":[{"scope":{"name":"bcrules.dev/decisions"},"logRecords":[` + records + `]}]}]}` + "\n"
	}
	log, exported := filepath.Join(s.home, "ann.jsonl"), filepath.Join(s.home, "otel.jsonl")
	s.put(log, said(1, "desk", "ann", "a1")+"\n"+said(4, "desk", "ann", "a4")+"\n")
	s.put(exported, export(said(2, "vm<1>", "bob", "b2"), said(5, "vm<1>", "bob", "b5"))+export(said(3, "mac", "eve", "e3")))
	s.start("--from", log, "--from", exported)

	s.sound("decisions")
	seen := func(want string) {
		t.Helper()
		s.Until(fmt.Sprintf("[...document.querySelectorAll('#rows tr')].map((r) => r.cells[5].innerText.split('\\n').pop()).join() == %q", want))
	}
	seen("bob on vm<1>,ann on desk,eve on mac,bob on vm<1>,ann on desk")
	s.sound("decision?n=2")
	if page := browser.Value[string](s.Tab, "document.body.innerText"); !strings.Contains(page, "vm<1>, of bob") || strings.Contains(page, "bcrules test --from b2") {
		t.Errorf("the page of a machine's decision has\n%s", page)
	}
	s.Go("decisions?machine=desk")
	seen("ann on desk,ann on desk")
	s.Go("decisions?user=bob")
	seen("bob on vm<1>,bob on vm<1>")
	f, err := os.OpenFile(exported, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(export(said(6, "lab", "bob", "b6"))); err != nil {
		t.Fatal(err)
	}
	seen("bob on lab,bob on vm<1>,bob on vm<1>")
	s.Go("rules") // counted whatever folders the machines have their rules in
	s.Until("document.body.innerText.includes('held 6×')")
}
