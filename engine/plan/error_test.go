package plan

import (
	"errors"
	"testing"
)

func TestPosText(t *testing.T) {
	tests := []struct {
		pos  Pos
		text string
	}{
		{Pos{}, "-"},
		{Pos{"a.cue", 0, 0}, "a.cue"},
		{Pos{"a.cue", 3, 14}, "a.cue:3:14"},
		{Pos{"/tmp/a b/ü.cue", 3, 14}, "/tmp/a b/ü.cue:3:14"},
		{Pos{`C:\rules\a.cue`, 0, 0}, `C:\rules\a.cue`},
		{Pos{`C:\rules\a.cue`, 3, 14}, `C:\rules\a.cue:3:14`},
		{Pos{"a:b.cue", 3, 14}, "a:b.cue:3:14"},
		{Pos{"", 3, 14}, ":3:14"},
	}
	for _, test := range tests {
		text, err := test.pos.MarshalText()
		if err != nil || string(text) != test.text {
			t.Errorf("%#v as text: %q, %v, want %q", test.pos, text, err, test.text)
		}
		back := Pos{"old", 1, 1}
		if err := back.UnmarshalText([]byte(test.text)); err != nil || back != test.pos {
			t.Errorf("%q read: %#v, %v, want %#v", test.text, back, err, test.pos)
		}
	}
}

func TestErrorText(t *testing.T) {
	fault := errors.New("found x, want y")
	tests := []struct {
		err  Error
		want string
	}{
		{Error{Err: fault}, "found x, want y"},
		{Error{Hook: "h", Err: fault}, "h: found x, want y"},
		{Error{Pos: Pos{File: "a.cue"}, Err: fault}, "a.cue: found x, want y"},
		{Error{Pos: Pos{"a.cue", 2, 3}, Hook: "h", Rule: 1, Err: fault}, "a.cue:2:3: h: found x, want y"},
	}
	for _, test := range tests {
		if got := test.err.Error(); got != test.want {
			t.Errorf("%#v says %q, want %q", test.err, got, test.want)
		}
		if !errors.Is(&test.err, fault) {
			t.Errorf("%#v does not unwrap to its cause", test.err)
		}
	}
}
