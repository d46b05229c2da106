package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/testdata/built"
)

// mostMemory is how many bytes a hook may take that reads a transcript of any length.
const mostMemory = 80 << 20

// A transcript of any length is read in bounded memory. LARGE=1 makes it 500 MB. The system's
// figures for an ended process would include the memory of this one at the start, so the hook has a
// program look while it lives.
func TestTranscriptMemory(t *testing.T) {
	t.Setenv("GOGC", "") // as people have it
	size := 100 << 20
	if os.Getenv("LARGE") != "" {
		size = 500 << 20
	}
	bin := built.Commands(t)
	rules := written(t, `timeout: "60s"
hooks: x: {
	on: "Setup"
	let: read: "transcript(event.transcript_path, {})"
	rules: [
		{when: "len(read().entries) > 100", do: {run: {run: ["sh", "-c", "grep VmHWM /proc/$PPID/status"], timeout: "9s"}, as: "took"}},
		{do: inject: message: "${read().lines} ${took().value.out}"},
	]
}`)
	path := filepath.Join(t.TempDir(), "t.jsonl")
	want := longTranscript(t, path, size)
	for range 2 { // the first makes the plan
		p := start(t, bin, rules, nil)
		fmt.Fprintf(p.in, `{"hook_event_name": "Setup", "transcript_path": %q}`, path)
		p.in.Close()
		out, err := io.ReadAll(p.out)
		if err != nil {
			t.Fatal(err)
		}
		var reply struct{ SystemMessage string }
		json.Unmarshal(out, &reply)
		var lines, kb int
		if _, err := fmt.Sscanf(reply.SystemMessage, "%d VmHWM: %d kB", &lines, &kb); err != nil || lines != want {
			t.Fatalf("%s, %v, want %d lines and what they took", out, err, want)
		}
		if err := p.Wait(); err != nil {
			t.Error(err)
		}
		t.Logf("%d MB in %s of processor time, %d MB of memory", size>>20, p.ProcessState.UserTime(), kb>>10)
		if kb<<10 > mostMemory {
			t.Errorf("a transcript of %d MB took %d MB of memory, want at most %d", size>>20, kb>>10, mostMemory>>20)
		}
	}
}

// longTranscript writes a transcript of about that many bytes and returns its number of lines:
// texts, results of tools, and now and then a line of 7 MB.
func longTranscript(t *testing.T, path string, size int) (lines int) {
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	line := func(format, text string) int {
		n, err := fmt.Fprintf(w, format+"\n", text)
		if err != nil {
			t.Fatal(err)
		}
		lines++
		return n
	}
	word := strings.Repeat("word ", 400)
	result := strings.Repeat("x\\n", 5000)
	image := strings.Repeat("QUJD", 7<<18)
	for done := 0; done < size; {
		if lines%3000 == 0 {
			done += line(`{"type":"user","message":{"content":[{"type":"tool_result","content":[{"type":"image","source":{"data":"%s"}}]}]}}`, image)
			done += line(`{"type":"user","message":{"content":[{"type":"text","text":"\n%s"}]}}`, image)
		}
		done += line(`{"type":"user","message":{"content":"%s"}}`, word[:200])
		done += line(`{"type":"assistant","message":{"content":[{"type":"text","text":"%s"}],"usage":{"input_tokens":5}}}`, word)
		done += line(`{"type":"user","message":{"content":[{"type":"tool_result","content":"%s"}]},"toolUseResult":{}}`, result)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return lines
}
