package facts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLines(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"log.jsonl": "{\"n\": 1}\n{broken\n\n{\"n\": \"ä\"}\n[2]\n{\"n\":",
		"a.txt":     "one\r\n\ntwo äöü😀\nthree",
		"empty":     "",
		"big":       strings.Repeat(strings.Repeat("x", 99)+"\n", 1000) + "last\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct{ src, want string }{
		{"lines('a.txt')", `{"count":4,"bytes":26,"last":[],"broken":0}`},
		{"lines('a.txt', {last: 2, chars: 5})", `{"count":4,"bytes":26,"last":["two ä","three"],"broken":0}`},
		{"lines('a.txt', {last: 9, count: false})", `{"count":0,"bytes":26,"last":["one","","two äöü😀","three"],"broken":0}`},
		{"lines('log.jsonl', {last: 2, json: true})", `{"count":6,"bytes":39,"last":[{"n":"ä"},[2]],"broken":1}`},
		{"lines('log.jsonl', {last: 9, json: true}).broken", `2`},
		{"lines('log.jsonl', {last: 9, json: true}).last[0].n", `1`},
		{"lines('empty', {last: 3})", `{"count":0,"bytes":0,"last":[],"broken":0}`},
		{"lines('none', {last: 3})", `{"count":0,"bytes":0,"last":[],"broken":0}`},
		{"lines('')", `{"count":0,"bytes":0,"last":[],"broken":0}`},
		{"lines('big', {last: 1})", `{"count":1001,"bytes":100005,"last":["last"],"broken":0}`},
	}
	for _, test := range tests {
		if got := ask(t, dir, "", test.src); got != "["+test.want+"]" {
			t.Errorf("%s: %s, want [%s]", test.src, got, test.want)
		}
	}
}
