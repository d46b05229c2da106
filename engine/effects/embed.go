package effects

import "strings"

// An embedding is where a program takes code of the shell among other things.
type embedding struct {
	program string
	flag    string // "" for its operands, < for what it reads
	mark    string // what stands before the code on its line; ! as in an editor
}

// embeddings are sorted by program.
var embeddings = []embedding{
	{"ed", "<", "!"},
	{"expect", "c", "spawn "},
	{"expect", "c", "exec "},
	{"gdb", "ex", "shell "},
	{"gdb", "eval-command", "shell "},
	{"git clone", "upload-pack", ""},
	{"git difftool", "extcmd", ""},
	{"git fetch", "upload-pack", ""},
	{"git grep", "open-files-in-pager", ""},
	{"git ls-remote", "upload-pack", ""},
	{"git push", "receive-pack", ""},
	{"less", "", "+!"},
	{"man", "P", ""},
	{"mysql", "<", "system "},
	{"mysql", "<", `\!`},
	{"mysql", "execute", "system "},
	{"mysql", "execute", `\!`},
	{"nc", "c", ""},
	{"nc", "exec", ""},
	{"nc", "sh-exec", ""},
	{"osascript", "e", "do shell script "},
	{"psql", "<", `\!`},
	{"psql", "command", `\!`},
	{"rg", "pre", ""},
	{"rsync", "rsh", ""},
	{"rsync", "rsync-path", ""},
	{"scp", "S", ""},
	{"scp", "o", "ProxyCommand="},
	{"sftp", "S", ""},
	{"sed", "", "e "},
	{"sed", "expression", "e "},
	{"socat", "", "EXEC:"},
	{"socat", "", "SYSTEM:"},
	{"socat", "", "exec:"},
	{"socat", "", "system:"},
	{"sort", "compress-program", ""},
	{"split", "filter", ""},
	{"sqlite3", "", ".shell "},
	{"sqlite3", "", ".system "},
	{"sqlite3", "<", ".shell "},
	{"sqlite3", "<", ".system "},
	{"sqlite3", "cmd", ".shell "},
	{"sqlite3", "cmd", ".system "},
	{"ssh", "o", "KnownHostsCommand="},
	{"ssh", "o", "LocalCommand="},
	{"ssh", "o", "ProxyCommand="},
	{"tar", "checkpoint-action", "exec="},
	{"tar", "info-script", ""},
	{"tar", "new-volume-script", ""},
	{"tar", "rsh-command", ""},
	{"tar", "to-command", ""},
	{"tar", "use-compress-program", ""},
	{"vagrant", "command", ""},
	{"vim", "", "+!"},
	{"vim", "<", "!"},
	{"vim", "c", "!"},
	{"vim", "cmd", "!"},
	{"wget", "use-askpass", ""},
	{"zip", "TT", ""},
	{"zip", "unzip-command", ""},
}

// A piece is code found among other things.
type piece struct {
	code word
	via  string
}

// embedded returns the code of the shell that is among other things a program is
// given.
func embedded(s arguments, in word) (list []piece) {
	if s.program == nil {
		return nil
	}
	look := func(e embedding, v word, via string) {
		for line := range strings.Lines(v.text) {
			if code, ok := e.cut(strings.TrimRight(line, "\n")); ok && code != "" {
				list = append(list, piece{v.with(code), via})
			}
		}
	}
	for _, e := range embeddings {
		if e.program != s.program.name {
			continue
		}
		switch e.flag {
		case "":
			for _, v := range s.operands {
				look(e, v, s.base)
			}
		case "<":
			if in.text != "" {
				look(e, in, s.base)
			}
		default:
			for _, g := range s.flags {
				if g.name != e.flag || !g.valid {
					continue
				}
				if e.mark == "" {
					list = append(list, piece{g.text, s.base + " " + spelt(g.name)})
				} else {
					look(e, g.text, s.spelling()+" "+spelt(g.name))
				}
			}
		}
	}
	return list
}

// cut returns the code in a line.
func (e embedding) cut(line string) (code string, ok bool) {
	line = strings.TrimSpace(line)
	if e.program == "sed" {
		line = strings.TrimLeft(line, "0123456789,$ ")
		if parts := substitute(line); parts != nil && strings.Contains(parts[2], "e") {
			return parts[1], true
		}
	}
	if e.mark != "!" {
		if len(line) < len(e.mark) || !strings.EqualFold(line[:len(e.mark)], e.mark) {
			return "", false
		}
		return strings.Trim(line[len(e.mark):], `"`), true
	}
	before, code, ok := strings.Cut(line, "!")
	switch strings.Trim(before, " :+%.,$0123456789") {
	case "", "r", "read", "w", "write", "silent", "sil":
		return code, ok
	}
	return "", false
}

// substitute returns the pattern, replacement and flags of s/…/…/ of sed, nil if a
// line is none.
func substitute(line string) []string {
	if len(line) < 2 || line[0] != 's' {
		return nil
	}
	var parts []string
	part := ""
	for i := 2; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && i+1 < len(line):
			i++
			part += line[i : i+1]
		case c == line[1] && len(parts) < 2:
			parts, part = append(parts, part), ""
		default:
			part += line[i : i+1]
		}
	}
	if len(parts) < 2 {
		return nil
	}
	flags, _, _ := strings.Cut(part, ";")
	return append(parts, strings.Split(strings.TrimSpace(flags), " ")[0])
}
