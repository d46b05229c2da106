// Command bench measures hooks as an agent pays for them: whole processes, in turns, as medians and
// as ratios to a program that does nothing (noop). All are built in the same run, as "make install"
// builds them. It prints tables in Markdown: the main one; one of what the decisions log costs,
// with the same rules in a folder, with and without the log in the same rounds; one of hooks that
// find no plan (cold.go); and one of all packs together (five.go).
//
//	go run ./testdata/bench [-n ROUNDS] [-only TEXT] [-readme FILE]
//
// With -readme the main table replaces the text between <!-- bench --> and <!-- /bench --> in FILE.
// If $NODE_HOOKS is a folder with stop.mjs, pre-task.mjs and so on, and $NODE (or node) runs, these
// join the table.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"bcrules.dev/testdata/measure"
)

func main() {
	log.SetFlags(0)
	rounds := flag.Int("n", 200, "rounds; every command runs once in each")
	only := flag.String("only", "", "leave out scenes without this text in their names")
	readme := flag.String("readme", "", "file to write the table to")
	flag.Parse()
	dir, err := os.MkdirTemp("", "bench")
	check(err)
	defer os.RemoveAll(dir)
	bin := filepath.Join(dir, "bin")
	check(os.Mkdir(bin, 0o755))
	// These programs take this for the folder with their user's home, as HOME is usually the
	// account's.
	system := filepath.Join(dir, "system")
	check(os.MkdirAll(filepath.Join(system, "etc"), 0o755))
	check(os.WriteFile(filepath.Join(system, "etc/passwd"), fmt.Appendf(nil, "me:x:%d:0::%s:/bin/sh\n", os.Geteuid(), dir), 0o644))
	for _, pkg := range []string{"./testdata/bench/noop", "./testdata/bench/floor", "./cmd/bcrules", "./cmd/bchook", "./cmd/bcindex", "./cmd/bcstore"} {
		build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w -X bcrules.dev/engine/host.System="+system, "-o", bin+"/", pkg)
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		out, err := build.CombinedOutput()
		if err != nil {
			log.Fatalf("%s: %v\n%s", pkg, err, out)
		}
		check(install(filepath.Join(bin, path.Base(pkg))))
	}
	b := bench{dir: dir, bin: bin, cache: filepath.Join(dir, ".cache")}
	scenes := slices.DeleteFunc(scenes(), func(s scene) bool { return !strings.Contains(s.name, *only) })
	table := ""
	if len(scenes) > 0 {
		table = b.table(scenes, *rounds)
	}
	if strings.Contains("cold starts", *only) {
		table += b.cold(max(*rounds/40, 1))
	}
	if strings.Contains("five packs", *only) {
		table += b.five(max(*rounds/20, 1))
	}
	if *readme == "" {
		fmt.Print(table)
		return
	}
	check(replace(*readme, table))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// install copies a program, as make install and package managers do. The pages of a file that the
// linker wrote lie apart in the system's cache, and mapping them took a tenth to a fifth of a
// start.
func install(program string) error {
	data, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	if err := os.Remove(program); err != nil {
		return err
	}
	return os.WriteFile(program, data, 0o755)
}

// A bench runs commands in projects below dir.
type bench struct{ dir, bin, cache string }

// A row is one command at one scene.
type row struct {
	scene, command string
	run            func() time.Duration
	memory         int64   // peak resident, bytes
	most           float64 // ratio to stay below, 0 for none
	times          []time.Duration
}

func (b bench) table(scenes []scene, rounds int) string {
	var rows, logged []*row
	for i, s := range scenes {
		project := filepath.Join(b.dir, fmt.Sprint("scene", i))
		s.lay(project)
		b.compile(s, project)
		if s.before != nil {
			s.before(b, s, project)
		}
		rows = append(rows, b.rows(s, project)...)
		if s.rules == "" {
			logged = append(logged, b.logged(s, i)...)
		}
	}
	for range rounds {
		for _, r := range slices.Concat(rows, logged) {
			r.times = append(r.times, r.run())
		}
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%d rounds on %d cores (%s/%s); ratio to `noop` at the same event.\n\n", rounds, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH)
	out.WriteString("| event | noop ms | bchook ms | p95 ms | ratio | peak MB | ratios of others |\n|---|---:|---:|---:|---:|---:|---|\n")
	for len(rows) > 0 { // the rows of a scene are together, noop and bchook first
		n := 1
		for n < len(rows) && rows[n].scene == rows[0].scene {
			n++
		}
		base, hook := rows[0].median(), rows[1]
		var others []string
		for _, r := range rows[2:n] {
			others = append(others, fmt.Sprintf("%s %.2f", r.command, float64(r.median())/float64(base)))
		}
		ratio := fmt.Sprintf("%.2f", float64(hook.median())/float64(base))
		if hook.most > 0 {
			ratio += fmt.Sprintf(" (want %.2f at most)", hook.most)
		}
		fmt.Fprintf(&out, "| %s | %.2f | %.2f | %.2f | %s | %.0f | %s |\n", hook.scene, ms(base), ms(hook.median()),
			ms(hook.times[len(hook.times)*95/100]), ratio, float64(hook.memory)/(1<<20), strings.Join(others, ", "))
		rows = rows[n:]
	}
	out.WriteString("\n| the decisions log | without ms | with ms | ratio |\n|---|---:|---:|---:|\n")
	for ; len(logged) > 0; logged = logged[2:] {
		without, with := logged[0].median(), logged[1].median()
		fmt.Fprintf(&out, "| %s | %.2f | %.2f | %.2f |\n", logged[0].scene, ms(without), ms(with), float64(with)/float64(without))
	}
	return out.String()
}

// logged returns bchook at a scene without the decisions log and with it.
func (b bench) logged(s scene, i int) (rows []*row) {
	for _, keep := range []bool{false, true} {
		s.rules = fmt.Sprintf("package rules\n\nimport \"bcrules.dev/packs/brewcode\"\n\npacks: \"brewcode\": brewcode\nlog: decisions: %t\n", keep)
		project := filepath.Join(b.dir, fmt.Sprint("log", i, keep))
		s.lay(project)
		rows = append(rows, b.row(s, project, "bchook", append([]string{filepath.Join(b.bin, "bchook")}, s.args(project)...)))
	}
	return rows
}

// median sorts the times and returns the one in the middle.
func (r *row) median() time.Duration {
	slices.Sort(r.times)
	return r.times[len(r.times)/2]
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// rows returns the commands that answer a scene: noop, bchook, bcrules and node.
func (b bench) rows(s scene, project string) []*row {
	commands := [][]string{
		{"noop"},
		append([]string{"bchook"}, s.args(project)...),
	}
	if s.floor {
		commands = append(commands, []string{"floor"})
	}
	if s.slow {
		commands = append(commands, append([]string{"bcrules", "hook"}, s.args(project)...))
	}
	var rows []*row
	for _, c := range commands {
		rows = append(rows, b.row(s, project, c[0], append([]string{filepath.Join(b.bin, c[0])}, c[1:]...)))
	}
	if hooks := os.Getenv("NODE_HOOKS"); hooks != "" && s.node != "" {
		node := os.Getenv("NODE")
		if node == "" {
			node = "node"
		}
		rows = append(rows, b.row(s, project, "node "+s.node, []string{node, filepath.Join(hooks, s.node)}))
	}
	return rows
}

func (b bench) row(s scene, project, name string, argv []string) *row {
	r := &row{scene: s.name, command: name, most: s.most}
	r.run = func() time.Duration {
		s.reset(project)
		cmd := b.command(s, project, argv)
		var out bytes.Buffer
		cmd.Stdout = &out
		start := time.Now()
		err := cmd.Run()
		took := time.Since(start)
		if err != nil {
			log.Fatalf("%s: %s: %v", s.name, name, err)
		}
		if name != "noop" && name != "floor" && (!strings.Contains(out.String(), s.want) || s.want == "" && out.Len() > 0) {
			log.Fatalf("%s: %s: answered %s, want %s", s.name, name, out.String(), s.want)
		}
		r.memory = max(r.memory, measure.Peak(cmd.ProcessState))
		return took
	}
	r.run() // fills the system's caches
	r.memory = 0
	return r
}

// compile makes the plan of a scene, because that may take longer than an event waits.
func (b bench) compile(s scene, project string) {
	cmd := b.command(s, project, append([]string{filepath.Join(b.bin, "bcrules"), "compile"}, s.layer(project)...))
	if out, err := cmd.CombinedOutput(); err != nil {
		log.Fatalf("%s: %v: %s", s.name, err, out)
	}
}

// command returns a hook command with the event of a scene on stdin.
func (b bench) command(s scene, project string, argv []string) *exec.Cmd {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Stdin = project, strings.NewReader(strings.ReplaceAll(s.event, "{{CWD}}", project))
	cmd.Env = append(os.Environ(), "HOME="+b.dir, "XDG_CACHE_HOME=", "XDG_CONFIG_HOME=", "CLAUDE_PLUGIN_ROOT=/opt/brewcode",
		"AI_AGENT=") // whoever measures may do so in a session, whose client's version the pack asks for
	for _, v := range s.env {
		cmd.Env = append(cmd.Env, strings.ReplaceAll(v, "{{CWD}}", project))
	}
	return cmd
}

// replace puts the table between the marks in a file.
func replace(path, table string) error {
	const open, shut = "<!-- bench -->\n", "<!-- /bench -->"
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, ok1 := strings.Cut(string(data), open)
	_, after, ok2 := strings.Cut(rest, shut)
	if !ok1 || !ok2 {
		return fmt.Errorf("%s: found no %s…%s, want them", path, strings.TrimSpace(open), shut)
	}
	return os.WriteFile(path, []byte(before+open+table+shut+after), 0o644)
}
