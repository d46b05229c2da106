package effects

import (
	"slices"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// cmdlets says which program of a POSIX system does what a command of PowerShell does: a
// line for each, its names, the program with its arguments, and what its parameters
// become: of flags -r, of such with a value <value> where that stands. The words that
// have no parameter stand for the parameters after > in turn.
const cmdlets = `
remove-item ri rm del erase rd rmdir clear-item: rm recurse=-r force=-f path=<> literalpath=<> > path
clear-content clc: truncate -s 0 path=<> literalpath=<> > path
set-content sc out-file export-csv tee-object: tee append=-a path=<> literalpath=<> filepath=<> > path value
add-content ac: tee -a path=<> literalpath=<> > path value
get-content gc cat type select-string sls import-csv: cat path=<> literalpath=<> > path
get-childitem gci ls dir get-item gi: ls path=<> literalpath=<> recurse=-R > path
copy-item cp cpi copy: cp recurse=-r path=<> literalpath=<> destination=<> > path destination
move-item mv mi move rename-item ren rni: mv path=<> literalpath=<> destination=<> newname=<> > path destination
new-item ni md mkdir: touch path=<> target=<> value= > path
invoke-webrequest iwr invoke-restmethod irm wget curl: curl uri=<> outfile=-o<> infile=-T<> body=-d<> method=-X<> > uri
start-bitstransfer: curl source=<> destination=-o<> > source destination
stop-process spps kill: kill id=<> name=<> > id
stop-computer: poweroff
restart-computer: reboot
format-volume clear-disk initialize-disk remove-partition: mkfs /dev/disk
stop-service: systemctl stop name=<> > name
remove-service set-service: systemctl disable name=<> > name
start-service restart-service: systemctl start name=<> > name
new-localuser: useradd name=<> > name
remove-localuser: userdel name=<> > name
add-localgroupmember: usermod -aG group=<> member=<> > group member
register-scheduledtask new-scheduledtask: at
write-output write-host echo: echo
set-location cd sl chdir push-location: cd path=<> literalpath=<> > path
io.file.delete: rm > path
io.directory.delete: rm -r > path value
io.file.writealltext io.file.writealllines io.file.writeallbytes io.file.create: tee > path value
io.file.appendalltext: tee -a > path value
io.file.readalltext io.file.readalllines io.file.readallbytes: cat > path value
io.file.copy: cp > path destination value
io.file.move io.directory.move: mv > path destination
downloadstring downloaddata openread: curl > uri
downloadfile: curl destination=-o<> > uri destination
uploadfile uploadstring: curl value=-d<> > uri value
`

// switches are parameters without a value, of any command.
const switches = " recurse force confirm verbose debug wait nonewline append passthru usebasicparsing asjob file directory hidden whatif nonewwindow asplaintext " +
	"leaf noclobber all skipcertificatecheck useb r f fo rec re q s "

// cmdlet starts a command by the words and lists of words it is made of, and returns what
// it prints.
func (s *scripted) cmdlet(list [][]word, in content) word {
	name := strings.ToLower(list[0][0].Text)
	before := len(s.Commands)
	v := s.w.fork()
	v.in, v.out = in, word{Known: true}
	switch name {
	case "invoke-expression", "iex":
		return s.expression(list[1:], in)
	case "start-process", "saps", "start":
		s.process(v, list[1:])
	default:
		if line := lineOf(name); line != "" {
			if words := s.translated(line, list[1:]); words != nil {
				s.start(s.f.under(list[0][0].Text), v, words, nil)
			}
			if strings.Contains(line, ": cd ") {
				s.w.dir = v.dir
			}
		} else {
			var words []word
			for _, w := range list {
				words = append(words, w...)
			}
			if verb, noun, ok := strings.Cut(words[0].Text, "-"); ok && verb != "" && noun != "" && verb[0] <= 'Z' && noun[0] <= 'Z' {
				words[0] = words[0].With(name) // a cmdlet that is not known
			}
			s.start(s.f, v, words, nil)
		}
	}
	out := word{Text: "$(…)", From: in.From}
	for i := before; i < len(s.Commands); i++ {
		out.From = programs.Union(out.From, []int{i})
	}
	return out
}

// lineOf returns the line of a command, from its program on with a colon before it.
func lineOf(name string) string {
	if name == "" || strings.ContainsAny(name, " \n") {
		return ""
	}
	for line := range strings.Lines(cmdlets) {
		names, rest, ok := strings.Cut(line, ":")
		if ok && slices.Contains(strings.Fields(names), name) {
			return ":" + strings.TrimSuffix(rest, "\n")
		}
	}
	return ""
}

// expression runs code that is given as a text, or by a pipe.
func (s *scripted) expression(list [][]word, in content) word {
	code := in
	for _, words := range list {
		if !strings.HasPrefix(words[0].Text, "-") {
			code = content{Word: words[0], Over: "substitution"}
		}
	}
	i := s.emit(s.f, s.w, []word{{Text: "Invoke-Expression", Known: true}, code.Word}, nil).index
	s.flows(code.From, i, code.Over, true)
	s.readPowerShell(s.f.under("iex"), s.w, i, code.Word)
	return word{Text: "$(…)", From: programs.Union([]int{i}, code.From)}
}

// process starts a program with its list of arguments; one that is to run as somebody
// else does so by sudo.
func (s *scripted) process(w *world, list [][]word) {
	var words, first []word
	for i := 0; i < len(list); i++ {
		name := strings.ToLower(list[i][0].Text)
		switch {
		case strings.HasPrefix(name, "-verb") && len(name) == 5 && i+1 < len(list):
			if i++; strings.EqualFold(list[i][0].Text, "runas") {
				first = []word{{Text: "sudo", Known: true}}
			}
		case strings.HasPrefix(name, "-a") && i+1 < len(list), strings.HasPrefix(name, "-filep") && i+1 < len(list):
		case strings.HasPrefix(name, "-"):
			if !strings.Contains(switches, " "+name[1:]+" ") {
				i++
			}
		default:
			for _, v := range list[i] {
				for _, part := range strings.Fields(v.Text) {
					words = append(words, v.With(part))
				}
			}
		}
	}
	if len(words) > 0 {
		s.start(s.f.under("Start-Process"), w, append(first, words...), nil)
	}
}

// method runs a call of .NET, [IO.File]::Delete('x') or (…).DownloadString('x'), whose
// name was read; the value of others is not known.
func (s *scripted) method(name word) word {
	args := [][]word{nil}
	for s.step(s.f) {
		s.blank()
		if s.at >= len(s.code) || s.code[s.at] == ')' {
			s.at = min(s.at+1, len(s.code))
			break
		}
		if s.code[s.at] == ',' || strings.IndexByte(";\n\r|}&", s.code[s.at]) >= 0 {
			s.at++
			args = append(args, nil)
			continue
		}
		v, _ := s.word()
		args[len(args)-1] = append(args[len(args)-1], v)
	}
	own := strings.ToLower(name.Text)
	own = strings.NewReplacer("[", "", "]", "", "::", ".", "system.", "").Replace(own)
	if lineOf(own) == "" {
		own = own[strings.LastIndexByte(own, '.')+1:]
	}
	from := name.From
	for _, a := range args {
		for _, v := range a {
			from = programs.Union(from, v.From)
		}
	}
	if lineOf(own) == "" {
		return word{Text: "$(…)", From: from}
	}
	list := [][]word{{{Text: own, Known: true}}}
	for _, a := range args {
		if len(a) > 0 {
			list = append(list, a[:1])
		}
	}
	return s.cmdlet(list, content{})
}

// path returns a path of Windows as Unix would have it: a drive lies at /mnt, as
// Linux under Windows has it.
func (s *scripted) path(v word) word {
	text := strings.ReplaceAll(v.Text, `\`, "/")
	if s.f.home != "" && (text == "~" || strings.HasPrefix(text, "~/")) {
		text = s.f.home + text[1:]
	}
	if len(text) > 1 && text[1] == ':' && letter(text[0]) {
		text = "/mnt/" + strings.ToLower(text[:1]) + text[2:]
	}
	return v.With(text)
}
