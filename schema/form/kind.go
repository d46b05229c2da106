package form

import (
	"path"
	"regexp"
	"strings"
	"time"

	"bcrules.dev/engine/words"
)

// A kind is a form that describes texts without listing them.
type kind struct {
	doc      string // for people
	wrong    func(part) Wrong
	patterns bool   // wrong judges regular expressions itself
	keys     string // the form of the names, if it describes an object
}

// kinds are all kinds, by the names that facts use. The kinds words and text allow anything.
var kinds = map[string]kind{
	"path":        {"an absolute path", absolute, true, ""},
	"glob-path":   {"an absolute path, with globs as written", globbed, true, ""},
	"rel":         {"a path from the project with /, or an absolute one", local, false, ""},
	"local":       {"a path from the project with /", inside, false, ""},
	"stem":        {"the stem of a word, in small letters", stem, false, ""},
	"operand":     {"an argument that is no flag", operand, false, ""},
	"zone":        {"a time zone such as UTC or Europe/Berlin", zone, false, ""},
	"name":        {"the last part of a path", lastPart, false, ""},
	"program":     {"a program's name without folder and .exe", program, false, ""},
	"flag":        {"a flag without dashes", flag, false, ""},
	"flags":       {doc: "by flags without dashes", keys: "flag"},
	"variables":   {doc: "by the names of variables", keys: "variable"},
	"groups":      {"what the groups of a pattern matched", nil, false, ""},
	"via":         {"the words of what runs it: sudo, bash -c, uv run", via, false, ""},
	"host":        {"a host in small letters, without scheme, user, port and path", host, false, ""},
	"method":      {"a method of HTTP in capitals", method, false, ""},
	"commit":      {"a commit in hexadecimal", commit, false, ""},
	"branch":      {"a branch without refs/heads/", branch, false, ""},
	"repository":  {"HOST/PATH, without protocol, login, port and .git", repository, false, ""},
	"unmarked":    {"a line of Markdown without its mark and box", unmarked, false, ""},
	"json-file":   {"the path of a JSON file", jsonFile, false, ""},
	"lined":       {"a file's text, with the end of its last line", lined, false, ""},
	"agent":       {"an agent's name", nil, false, ""},
	"variable":    {"the name of a variable", variable, false, ""},
	"layout":      {"a layout such as %Y-%m-%d %H:%M", layout, false, ""},
	"url":         {"an http:// URL", url, false, ""},
	"place":       {"a path from the project, from ~/ or from /", place, false, ""},
	"glob":        {"a pattern with * ? [a-z]", glob, false, ""},
	"name-glob":   {"a pattern of names, with * ? [a-z]", nameGlob, false, ""},
	"pattern":     {"a JavaScript pattern", pattern, true, ""},
	"literal":     {"a text that is looked for as it stands", literal, false, ""},
	"go-layout":   {"a layout by Go's example, 2006-01-02 15:04:05", goLayout, false, ""},
	"address":     {"a whole address, with its scheme", address, false, ""},
	"sha256":      {"64 hexadecimal digits, in small letters", sha256, false, ""},
	"id":          {"what it is called by, empty for none", identified, false, ""},
	"compact":     {"JSON on one line without blanks", oneLine, true, ""},
	"indented":    {"JSON with a name on each line", indented, true, ""},
	"seen":        {doc: "what lock() has seen of the lock, its .seen"},
	"words":       {},
	"text":        {},
	"replacement": {"a text with $1, $<name>, $&", replacement, false, ""},
}

var (
	// rooted matches the beginning of an absolute path, or of one that may be absolute.
	rooted = regexp.MustCompile(`^([/\\]|[A-Za-z]:|\$|…)`)
	// shellVariable matches a variable as shells write it, at the beginning of a path.
	shellVariable = regexp.MustCompile(`^\$([A-Z][A-Z0-9_]*)(/|$)`)
	// relative matches the beginning of a pattern that no absolute path matches.
	relative = regexp.MustCompile(`^\^(\./|~|[\w-]+/|[\w-]+\\\.)`)
)

func absolute(p part) Wrong {
	if p.op == "endsWith" && strings.HasSuffix(p.text, "/") || p.whole() && strings.HasSuffix(strings.TrimLeft(p.text, "/"), "/") {
		return want("it without / at its end, or startsWith for what lies in a folder")
	}
	switch p.op {
	case "matches":
		if !relative.MatchString(p.text) {
			return Wrong{}
		}
		return Wrong{Text: "but it is an absolute path, want (^|/) before it, or under(" + p.subject + ", …)"}
	case "contains", "endsWith":
		if !p.has("*?") {
			return Wrong{}
		}
	}
	switch {
	case p.has("*?"):
		return Wrong{Text: "where * and ? stand for themselves, want matches and a pattern"}
	case shellVariable.MatchString(p.text):
		m := shellVariable.FindStringSubmatch(p.text)
		return Wrong{Text: "where $" + m[1] + " stands for itself, want env('" + m[1] + "') + '" + strings.TrimPrefix(p.text, "$"+m[1]) + "'"}
	case rooted.MatchString(p.text):
		return Wrong{}
	case strings.HasPrefix(p.text, "~"):
		return Wrong{Text: "but it is an absolute path, want under(" + p.subject + ", '" + path.Dir(p.text+"/x") + "')"}
	}
	return Wrong{Text: "but it is an absolute path, want project() + '/" + strings.TrimPrefix(p.text, "./") + "', or under(" + p.subject + ", …)"}
}

// globbed checks paths that may contain a *, although hardly where they are compared.
func globbed(p part) Wrong {
	wrong := absolute(p)
	stars := p.op != "matches" && p.has("*?")
	if stars && strings.Trim(p.text, "*?/.") == "" {
		return Wrong{}
	}
	wrong.Mild = stars && (rooted.MatchString(p.text) || !p.begins())
	return wrong
}

func local(p part) Wrong {
	switch {
	case p.begins() && strings.HasPrefix(p.text, "./"):
		return want("%s", strings.TrimPrefix(p.text, "./")).instead(strings.TrimPrefix(p.text, "./"))
	case p.begins() && strings.HasPrefix(p.text, "~"), p.begins() && strings.HasPrefix(p.text, "../"):
		return want("it from the project, with /, or absolute")
	case p.op != "matches" && p.has(`\`):
		slashed := strings.ReplaceAll(p.text, `\`, "/")
		return want("it with / on each system, %s", slashed).instead(slashed)
	case p.has("*?"):
		return Wrong{Text: "where * and ? stand for themselves, want matches and a pattern"}
	}
	return Wrong{}
}

// inside checks paths that lie in the project or are empty.
func inside(p part) Wrong {
	switch {
	case p.begins() && strings.HasPrefix(p.text, "/"):
		return want("it from the project, %s", strings.TrimLeft(p.text, "/")).instead(strings.TrimLeft(p.text, "/"))
	case p.ends() && strings.HasSuffix(p.text, "/"):
		return want("it without / at its end, or startsWith for what lies in a folder")
	}
	return local(p)
}

// area matches time zones named after places.
var area = regexp.MustCompile(`^[A-Z][A-Za-z]+/[A-Z][\w/+-]+$`)

func zone(p part) Wrong {
	if _, err := time.LoadLocation(p.text); err != nil && !area.MatchString(p.text) {
		return want("a time zone such as UTC, Local or Europe/Berlin")
	}
	return Wrong{}
}

func lastPart(p part) Wrong {
	if p.has("/") {
		return want("the last part of the path alone, %s", path.Base(p.text))
	}
	return Wrong{}
}

// placeholders are texts by which other programs say that there is nothing.
var placeholders = regexp.MustCompile(`^(?i:\(?(unknown|none|null|nil|undefined|empty|n/a|-)\)?)$`)

// identified checks what somebody is called by, which is empty where nothing was sent.
func identified(p part) Wrong {
	if p.whole() && placeholders.MatchString(p.text) {
		return Wrong{Text: "want '' for one that was not sent", Is: "", Mild: true}
	}
	return Wrong{}
}

// port matches a host and port, but no IPv6 address, which has further colons.
var port = regexp.MustCompile(`^([^:]*):\d+$`)

func stem(p part) Wrong {
	if stems := words.Split(p.text); p.whole() && len(stems) == 1 && words.Stem(stems[0]) != p.text {
		return want("the stem, %s", words.Stem(stems[0])).instead(words.Stem(stems[0]))
	}
	return Wrong{}
}

func host(p part) Wrong {
	text := strings.ToLower(p.text)
	if _, rest, ok := strings.Cut(text, "://"); ok {
		text = rest
	}
	text, rest, _ := strings.Cut(text, "/")
	text = text[strings.LastIndexByte(text, '@')+1:]
	if m := port.FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	if p.whole() && p.has("*?") {
		return Wrong{Text: "where * and ? stand for themselves, want endsWith and the rest of the name, or matches"}
	}
	if text == p.text { // also for an IPv6 address in brackets, which lists of hosts may contain for other comparisons
		return Wrong{}
	}
	if text == "" {
		return want("a host's name, and .url for the rest")
	}
	wrong := want("a host without scheme, user, port and path, in small letters, %s", text)
	if rest != "" { // the path may be the part that was wanted
		return wrong
	}
	return wrong.instead(text)
}

func method(p part) Wrong {
	if up := strings.ToUpper(p.text); up != p.text {
		return want("it in capitals, %s", up).instead(up)
	}
	return Wrong{}
}

var hexadecimal = regexp.MustCompile(`^[0-9a-f]*$`)

func commit(p part) Wrong {
	if !hexadecimal.MatchString(p.text) {
		return want("a commit in hexadecimal")
	}
	return Wrong{}
}

func branch(p part) Wrong {
	if rest, ok := strings.CutPrefix(p.text, "refs/heads/"); ok && p.begins() {
		return want("the branch alone, %s", rest).instead(rest)
	}
	if rest, ok := strings.CutPrefix(p.text, "origin/"); ok && p.begins() {
		wrong := want("the branch as it is called here, %s", rest)
		wrong.Mild = true
		return wrong
	}
	if p.whole() && p.text == "HEAD" {
		return want("'' where no branch is checked out, or .detached").instead("")
	}
	return Wrong{}
}

// login matches the part before the host in a repository's address.
var login = regexp.MustCompile(`^([a-z+]+://)?([\w.-]+@)?`)

func repository(p part) Wrong {
	text := p.text
	if p.begins() {
		text = strings.Replace(login.ReplaceAllString(text, ""), ":", "/", 1)
	}
	if p.ends() {
		text = strings.TrimSuffix(text, ".git")
	}
	if text == p.text {
		return Wrong{}
	}
	return want("HOST/PATH without protocol, login and .git, %s", text).instead(text)
}

// mark matches the mark of a heading or of an item, and a box.
var mark = regexp.MustCompile(`^(#{1,6} |[-*+] )?(\[[ xX]\] )?`)

func unmarked(p part) Wrong {
	if text := mark.ReplaceAllString(p.text, ""); p.begins() && text != p.text {
		return want("it without its mark, %s", text).instead(text)
	}
	return Wrong{}
}

// lined checks a text that is compared with a file's text or its end: editors end a file with a
// newline.
func lined(p part) Wrong {
	if !p.ends() || strings.HasSuffix(p.text, "\n") {
		return Wrong{}
	}
	return Wrong{Text: "but a file ends in a newline, want trim() around it", Mild: true}
}

var (
	variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_()]*$`)
	layoutOf     = regexp.MustCompile(`^(?:[^%]|%[aAbBdeFHIjLmMpRsSTuVyYzZ%])*$`)
	regular      = regexp.MustCompile(`\\[.dwsb]|\.\*|\.\+|^\^|\$$|\(.*\|.*\)`)
	// minuteOfDay matches a minute beside a year or a day, monthOfHour a month beside an hour or a
	// second.
	minuteOfDay = regexp.MustCompile(`%[Yy][-_./]?%M|%M[-_./]?%[dYy]|%[de][-_./]%M`)
	monthOfHour = regexp.MustCompile(`%[HI][-_:.h]?%m|%m[:.]?%S`)
	backward    = regexp.MustCompile(`\\(\d)`)
)

func variable(p part) Wrong {
	if !variableName.MatchString(p.text) {
		return want("the name of a variable alone, such as HOME")
	}
	return Wrong{}
}

func layout(p part) Wrong {
	switch {
	case !layoutOf.MatchString(p.text) || !strings.Contains(p.text, "%"):
		return want("a layout such as %%Y-%%m-%%d %%H:%%M (bcrules facts format)")
	case minuteOfDay.MatchString(p.text):
		return Wrong{Text: "where %M is the minute, want %m for the month", Mild: true}
	case monthOfHour.MatchString(p.text):
		return Wrong{Text: "where %m is the month, want %M for the minute", Mild: true}
	}
	return Wrong{}
}

func url(p part) Wrong {
	if !strings.HasPrefix(p.text, "http://") && !strings.HasPrefix(p.text, "${") {
		return want("an address that begins with http://")
	}
	return Wrong{}
}

// notHome matches a path whose ~ no / follows.
var notHome = regexp.MustCompile(`^~(\.\w.*)$`)

func place(p part) Wrong {
	if m := notHome.FindStringSubmatch(p.text); m != nil {
		return want("~/%s", m[1]).instead("~/" + m[1])
	}
	if p.has("*?") {
		return Wrong{Text: "where * and ? stand for themselves, want a path, or a pattern with glob() or matches"}
	}
	return Wrong{}
}

func nameGlob(p part) Wrong {
	if p.has("/") && !strings.HasSuffix(p.text, "/") {
		return Wrong{Text: "where names of one folder have no /, want glob() and the whole path"}
	}
	return glob(p)
}

// alternatives matches alternatives in braces, as a shell expands them.
var alternatives = regexp.MustCompile(`(^|[^$])\{[^{}]*,[^{}]*\}`)

func glob(p part) Wrong {
	if strings.HasSuffix(p.text, "/") {
		return Wrong{Text: "which is the folder and nothing in it, want " + p.text + "*"}.instead(p.text + "*")
	}
	if regular.MatchString(p.text) {
		return Wrong{Text: "which looks like a regular expression, want a pattern with * ? [a-z], as in *.go", Mild: true}
	}
	if alternatives.MatchString(p.text) {
		return Wrong{Text: "where { } stand for themselves, want a pattern with * ? [a-z] for each"}
	}
	return Wrong{}
}

func replacement(p part) Wrong {
	if m := backward.FindStringSubmatch(p.text); m != nil {
		return Wrong{Text: "which stands there as it is, want $" + m[1] + " for what a group matched"}
	}
	return Wrong{}
}
