package guard

import (
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A Variant is a dangerous command changed: put into something that runs it, or given one more
// option. It is as dangerous, unless a Pass says why not.
type Variant struct {
	Command string
	Kind    string // what was done to it: option or wrap
	With    string // the option, or the program that runs it
	Of      string // the program with its subcommand, as Passes name it
}

// options are common ones of many programs.
var options = strings.Fields(`-v -vv -q -n -f -y -i -h -a -l -L -d -D -p -P -s -S -t -T -x -e -E -c -r -R -u -w -z -k -m -o -0 -1 -V -A -b
	-C -F -H -I -N -U -X -Z --verbose --quiet --force --yes --help --version --dry-run --dry-run=client --dry-run=none --no-color --color=always --json
	--debug --recursive --all --list --check --test --diff --simulate --no-pager --progress --silent --`)

// wraps are ways to run a command. CODE stands for any code, RUN for a single command, TEXT for a
// text of code in single quotes.
var wraps = strings.Split(`true && CODE
cd src && CODE
false || CODE
true; CODE
CODE; true
CODE && echo done
CODE || true
( CODE )
{ CODE; }
if true; then CODE; fi
while true; do CODE; break; done
for i in 1 2 3; do CODE; done
case x in x) CODE ;; esac
f() { CODE; }; f
function g { CODE; }; g
! CODE
CODE &
CODE 2>/dev/null
CODE > out.log 2>&1
CODE | tee out.log
CODE 2>&1 | tail -5
echo y | { CODE; }
yes | ( CODE )
set -e; CODE
set -euo pipefail && CODE
echo "$( CODE )"
x=$( CODE )
trap TEXT EXIT
bash -c TEXT
sh -lc TEXT
bash <<< TEXT
echo TEXT | bash
printf %s TEXT | sh
eval TEXT
zsh -c TEXT
env bash -c TEXT
nohup bash -c TEXT &
docker run --rm alpine sh -c TEXT && CODE
su dev -c TEXT
python3 -c "import os; os.system('''CODE''')"
node -e "require('child_process').execSync(`+"\\`CODE\\`"+`)"
watch -n 5 TEXT
flock /tmp/l -c TEXT
script -qc TEXT /dev/null
tmux new -d TEXT
screen -dmS x bash -c TEXT
xvfb-run bash -c TEXT
direnv exec . bash -c TEXT
conda run -n env bash -c TEXT
nix develop -c bash -c TEXT
mise x node@20 -- bash -c TEXT
concurrently TEXT
nodemon --exec TEXT
cargo watch -s TEXT
find . -maxdepth 0 -exec bash -c TEXT ';'
echo x | xargs -I{} bash -c TEXT
parallel ::: TEXT
bash -s <<'END'
CODE
END
cat > run.sh <<'END'
CODE
END
bash run.sh
sudo RUN
sudo -u root RUN
doas RUN
env RUN
env -i PATH=/bin RUN
env A=1 RUN
env -u --help RUN
sudo -p --version RUN
A=1 RUN
nohup RUN
nice RUN
nice -n 10 RUN
ionice -c 3 RUN
time RUN
timeout 10 RUN
timeout -k 5 1m RUN
setsid RUN
stdbuf -oL RUN
command RUN
exec RUN
builtin command RUN
unbuffer RUN
strace -f RUN
ltrace RUN
chronic RUN
taskset 1 RUN
flock /tmp/l RUN
faketime yesterday RUN
caffeinate RUN
busybox RUN
npx -c TEXT
pnpm exec RUN
uv run RUN
poetry run RUN
bundle exec RUN
conda run -n env RUN
direnv exec . RUN
mise x node@20 -- RUN
nix develop -c RUN
dotenv -- RUN
systemd-run --user RUN
echo | xargs RUN
\RUN
"RUN1" REST
/usr/bin/RUN`, "\n")

// Wraps returns the ways to run a command. Lines up to END are one way.
func Wraps() (all []string) {
	for i := 0; i < len(wraps); i++ {
		w := wraps[i]
		for open := strings.Contains(w, "'END'"); open; {
			i++
			w += "\n" + wraps[i]
			open = wraps[i] != "END"
		}
		if strings.HasPrefix(w, "bash run.sh") { // the line before has written it
			all[len(all)-1] += "\n" + w
			continue
		}
		all = append(all, w)
	}
	return all
}

// A simple is a command of a single program.
type simple struct{ program, rest, of string }

// simpleOf returns the one program that a code starts. It isn't ok if the code does more, or is a
// builtin of the shell, which nothing else can run.
func simpleOf(code string) (s simple, ok bool) {
	file, err := syntax.NewParser().Parse(strings.NewReader(code), "")
	if err != nil || len(file.Stmts) != 1 {
		return s, false
	}
	stmt := file.Stmts[0]
	call, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Assigns) > 0 || len(call.Args) == 0 || len(stmt.Redirs) > 0 || stmt.Background || stmt.Negated {
		return s, false
	}
	s.program = call.Args[0].Lit()
	if s.program == "" || strings.ContainsAny(s.program, `\/=`) || slices.Contains(shells, s.program) {
		return s, false
	}
	s.of, s.rest = s.program, code[call.Args[0].End().Offset():]
	for _, w := range call.Args[1:min(4, len(call.Args))] {
		if word := w.Lit(); word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz-") == "" && word[0] != '-' {
			s.of += " " + word
		} else {
			break
		}
	}
	return s, true
}

// shells are words of the shell itself.
var shells = strings.Fields("alias bg bind builtin cd command coproc declare disown enable eval exec exit export fg function hash history " +
	"let local mapfile popd pushd read readonly return set shift shopt source test time trap type typeset ulimit umask unalias unset wait . : [")

// Variants returns the variants of a dangerous command.
func Variants(command string) (all []Variant) {
	s, one := simpleOf(command)
	text := "'" + strings.ReplaceAll(command, "'", `'\''`) + "'"
	for _, w := range Wraps() {
		whole := ""
		switch runs := strings.Contains(w, "RUN"); {
		case runs && !one, strings.Contains(w, "CODE") && !strings.Contains(w, "END") && strings.Contains(command, "\n"),
			strings.Contains(w, "'''") && strings.ContainsAny(command, `"'\$`+"`"), strings.Contains(w, "\\`") && strings.ContainsAny(command, "\"'\\$`"):
			continue
		case runs:
			whole = strings.NewReplacer("RUN1", s.program, "REST", s.rest, "RUN", s.program+s.rest).Replace(w)
		default:
			if strings.HasSuffix(command, "&") { // which ends it as ; does
				w = strings.ReplaceAll(w, "CODE;", "CODE")
			}
			whole = strings.NewReplacer("CODE", command, "TEXT", text).Replace(w)
		}
		all = append(all, Variant{whole, "wrap", w, s.of})
	}
	if one {
		for _, o := range options {
			all = append(all, Variant{s.program + " " + o + s.rest, "option", o, s.of}, Variant{s.program + s.rest + " " + o, "option", o + " at the end", s.of})
		}
	}
	return all
}

// A Pass is a variant that may pass, and why.
type Pass struct {
	Kind, Of, With string // as in Variant; of may be * for any program, or the beginning of a name
	Why            string
}

// Passes reads which variants may pass. Each line has KIND, OF, WITH (several, separated by commas)
// and why, separated by tabs.
func Passes(text string) (all []Pass, err error) {
	for n, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, "\t")
		if len(cells) != 4 {
			return nil, fmt.Errorf("line %d: found %d columns, want kind, program, with and why", n+1, len(cells))
		}
		for with := range strings.SplitSeq(cells[2], ", ") {
			all = append(all, Pass{cells[0], cells[1], with, cells[3]})
		}
	}
	return all, nil
}

// Frees reports whether a pass is about a variant.
func (p Pass) Frees(v Variant) bool {
	with := strings.TrimSuffix(v.With, " at the end")
	return p.Kind == v.Kind && (p.With == v.With || p.With == with) && (p.Of == "*" || p.Of == v.Of || strings.HasPrefix(v.Of, p.Of+" "))
}
