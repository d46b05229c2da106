//go:build !windows

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/outlived"
)

// A background rule delays nobody. It begins after the answer is out and the process is over, and
// its lets, items and named actions then have the values they had.
func TestBackground(t *testing.T) {
	bin := built.Commands(t)
	gate := filepath.Join(t.TempDir(), "gate")
	rules := written(t, fmt.Sprintf(`
hooks: x: {
	on: "Stop"
	let: {
		was:  "read('seen.txt')"
		now0: "now()"
		late: "read('seen.txt')"
		long: "repeat('é', 300000)"
	}
	each: item: "[{n: 1, f: 2.0, at: now()}]"
	rules: [
		{when: "was() == '' && now0() != nil && len(long()) > 0", do: {append: {file: "seen.txt", line: "seen"}, as: "kept"}},
		{background: true, do: [
			{run: {run: ["sh", "-c", "while ! test -e %s; do sleep 0.01; done"], timeout: "20s"}},
			{state: {file: "s.json", set: {
				was: "${was()}", late: "${late()}", count: "${kept().value.count}", id: "${event.session_id}"
				n: "${item.n / 2}", f: "${item.f / 2}", same: "${item.at == now0()}", len: "${len(long())}"
			}}},
		]},
		{do: inject: message: "said"},
	]
}
`, gate))
	dir := filepath.Dir(rules)
	event := fmt.Appendf(nil, `{"session_id": %q, "hook_event_name": "Stop", "stop_hook_active": false, "cwd": %q}`, strings.Repeat("s", 100_000), dir)
	p := start(t, bin, rules, nil)
	p.in.Write(event)
	p.in.Close()
	var out [64]byte
	n, _ := p.out.Read(out[:])
	if got := string(out[:n]); got != "{\"systemMessage\":\"said\"}\n" {
		t.Errorf("answered %q", got)
	}
	if n, err := p.out.Read(out[:]); n > 0 || err == nil {
		t.Errorf("%d bytes more, %v, want the end: nobody holds stdout", n, err)
	}
	if err := p.Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "s.json")); err == nil {
		t.Error("the background rule was done before its time")
	}
	put(t, gate, "")
	deadline := time.Now().Add(outlived.Patience)
	for !there(filepath.Join(dir, "s.json")) && time.Now().Before(deadline) {
		time.Sleep(5 * time.Millisecond)
	}
	want := fmt.Sprintf(`{"was": "", "late": "seen\n", "count": 1, "id": %q, "n": 0.5, "f": 1, "same": true, "len": 300000}`, strings.Repeat("s", 100_000))
	if got := strings.Join(strings.Fields(content(t, filepath.Join(dir, "s.json"))), " "); got != strings.Replace(strings.Replace(want, "{", "{ ", 1), "}", " }", 1) {
		t.Errorf("found %.300s, want %.300s", got, want)
	}
}

func there(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// For each of several hooks at once the background rule is done once.
func TestBackgroundAtOnce(t *testing.T) {
	bin := built.Commands(t)
	rules := written(t, `hooks: x: {on: "Stop", rules: [{background: true, do: [
		{append: {file: "behind.txt", line: "${event.session_id}"}},
		{state: {file: "behind.json", set: count: "${int(old() ?? 0) + 1}"}},
	]}]}`)
	dir := filepath.Dir(rules)
	var running []*started
	var all []string
	for range crowd {
		running = append(running, start(t, bin, rules, nil, "--within", "1m"))
	}
	for i, p := range running {
		id := fmt.Sprint("s", i)
		all = append(all, id)
		fmt.Fprintf(p.in, `{"session_id": %q, "hook_event_name": "Stop", "stop_hook_active": false, "cwd": %q}`, id, dir)
		p.in.Close()
	}
	for _, p := range running {
		p.out.SetReadDeadline(time.Now().Add(time.Minute))
		saysNothing(t, p, nil)
	}
	want := fmt.Sprintf("{\n  \"count\": %d\n}\n", crowd)
	deadline := time.Now().Add(time.Minute)
	for counted := ""; counted != want; {
		data, _ := os.ReadFile(filepath.Join(dir, "behind.json"))
		if counted = string(data); time.Now().After(deadline) {
			t.Fatalf("counted %q, want %q", counted, want)
		}
		time.Sleep(5 * time.Millisecond)
	}
	slices.Sort(all)
	once(t, "done behind", all, strings.Fields(content(t, filepath.Join(dir, "behind.txt"))))
}
