//go:build !windows

package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// mostMemory is what a hook may take that reads a transcript of any length, bytes.
const mostMemory = 96 << 20

// A transcript of any length is read in bounded memory. LARGE=1 makes it 500 MB.
func TestTranscriptMemory(t *testing.T) {
	size := 100 << 20
	if os.Getenv("LARGE") != "" {
		size = 500 << 20
	}
	bin := built(t)
	rules := written(t, `timeout: "60s"
hooks: x: {on: "Setup", rules: [{do: inject: message: "${len(transcript(event.transcript_path, {}).entries) > 100} ${transcript(event.transcript_path, {}).lines}"}]}`)
	path := filepath.Join(t.TempDir(), "t.jsonl")
	lines := longTranscript(t, path, size)
	for range 2 { // the first makes the plan
		p := start(t, bin, rules, nil)
		fmt.Fprintf(p.in, `{"hook_event_name": "Setup", "transcript_path": %q}`, path)
		p.in.Close()
		out, err := io.ReadAll(p.out)
		if want := fmt.Sprintf(`{"systemMessage":"true %d"}`+"\n", lines); string(out) != want || err != nil {
			t.Errorf("%q, %v, want %q", out, err, want)
		}
		if err := p.Wait(); err != nil {
			t.Error(err)
		}
		use := p.ProcessState.SysUsage().(*syscall.Rusage)
		took := use.Maxrss << 10
		if runtime.GOOS == "darwin" {
			took >>= 10
		}
		t.Logf("%d MB in %s of processor time, %d MB of memory", size>>20, p.ProcessState.UserTime(), took>>20)
		if took > mostMemory {
			t.Errorf("a transcript of %d MB took %d MB of memory, want at most %d", size>>20, took>>20, mostMemory>>20)
		}
	}
}

// longTranscript writes a transcript of about so many bytes and returns how many
// lines it has: what was said, results of tools, and now and then lines of 7 MB.
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
