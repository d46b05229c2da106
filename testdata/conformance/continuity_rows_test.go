//go:build !windows

package conformance

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/store"
)

// The program's tables, translated to the pack's: specification, §26. Tables that are missing here
// are the pack's own.
var groups = map[string]struct{ pattern, group, member, role, place, state, value string }{
	"jury_votes":          {"jury", "jury_id", "juror_id", "juror", "", "completed", "vote"},
	"mr_mappers":          {"map_reduce", "mr_id", "mapper_index", "mapper", "mapper_index", "status", "output"},
	"hierarchy_agents":    {"hierarchical", "hierarchy_id", "agent_id", "*role", "level", "status", ""},
	"pipeline_stages":     {"pipeline", "pipeline_id", "stage_index", "stage", "stage_index", "status", "output"},
	"gc_iterations":       {"generator_critic", "gc_id", "iteration", "", "iteration", "approved", "critic_feedback"},
	"cor_handlers":        {"chain_of_responsibility", "cor_id", "priority", "", "priority", "handled", "reason"},
	"blackboard_state":    {"blackboard", "blackboard_id", "key", "*written_by", "", "", "value"},
	"circuit_state":       {"circuit_breaker", "cb_id", "role", "primary", "failure_count", "state", ""},
	"adversarial_rounds":  {"adversarial", "adv_id", "round", "*role", "round", "", "content"},
	"event_subscriptions": {"event_driven", "bus_id", "agent_id", "subscriber", "", "", "event_types"},
	"broadcasts":          {"swarm", "swarm_id", "sender_agent", "", "", "broadcast_type", ""},
}

// A row of a table.
type row = map[string]any

// fill puts the recorded rows into the pack's stores.
func (w *world) fill(t *testing.T, at site, x record) {
	t.Helper()
	tables := recordedTables(t, at, x)
	project := at["PROJECT"]
	asks := map[string]*asking{}
	add := func(table string, r row) { w.add(t, asks, table, r) }
	for name, rows := range tables {
		for _, r := range rows {
			if g, ok := groups[name]; ok {
				role := g.role
				if column, named := strings.CutPrefix(role, "*"); named {
					role = text(r[column])
				}
				add("members", row{"pattern": g.pattern, "group_id": text(r[g.group]), "member": text(r[g.member]), "role": role,
					"place": number(r[g.place]), "state": state(r[g.state]), "value": r[g.value], "at": millis(r["created_at"])})
			}
			switch name {
			case "broadcasts":
				add("messages", row{"id": text(r["id"]), "group_id": r["swarm_id"], "sender": r["sender_agent"], "kind": r["broadcast_type"], "payload": r["payload"], "at": millis(r["created_at"])})
			case "event_queue":
				add("messages", row{"id": text(r["id"]), "group_id": r["bus_id"], "sender": r["publisher"], "kind": r["event_type"], "payload": r["payload"], "at": millis(r["created_at"])})
			case "sessions":
				add(name, row{"id": r["id"], "project": known(r["project"]), "working_on": cmp.Or(text(r["working_on"])), "started_at": millis(r["started_at"]), "last_heartbeat": millis(r["last_heartbeat"])})
			case "file_claims":
				if tables["sessions"] == nil { // owners must be alive
					add("sessions", row{"id": r["session_id"], "project": known(r["project"]), "started_at": time.Now().UnixMilli(), "last_heartbeat": time.Now().UnixMilli()})
				}
				path, _ := strings.CutPrefix(text(r["file_path"]), text(r["project"])+"/")
				add(name, row{"file_path": path, "project": known(r["project"]), "copy": known(r["project"]), "session_id": r["session_id"], "claimed_at": millis(r["claimed_at"])})
			case "agents":
				add(name, row{"id": r["id"], "session_id": r["session_id"], "project": project, "pattern": r["pattern"], "status": r["status"], "spawned_at": millis(r["spawned_at"])})
			case "archival_memory":
				if strings.Contains(text(r["metadata"]), "session_learning") { // other rows are no learnings
					add(name, row{"id": r["id"], "session_id": r["session_id"], "content": r["content"], "metadata_json": r["metadata"], "created_at": 0})
				}
			}
		}
	}
	for name, a := range asks {
		w.ask(t, at, name, *a)
	}
}

// known is what stores call a folder outside of repositories.
func known(project any) string {
	machine, _ := os.Hostname()
	return machine + ":" + text(project)
}

// An asking is what a store is asked in one request.
type asking struct {
	steps      []store.Step
	statements map[string]store.Statement
}

// What PostgreSQL has and SQLite doesn't.
var (
	clock     = regexp.MustCompile(`\(?now\(\)(?: at time zone 'utc'\))?(?:-interval '(\d+) (min|hour|h|s)')?`)
	generated = regexp.MustCompile(`default gen_random_uuid\(\)|::\w+`)
	units     = map[string]time.Duration{"min": time.Minute, "hour": time.Hour, "h": time.Hour, "s": time.Second}
)

// recordedTables makes the recorded databases and reads their tables.
func recordedTables(t *testing.T, at site, x record) map[string][]row {
	t.Helper()
	var statements []string
	var files map[string][]string
	json.Unmarshal(x.Setup.Postgres, &statements)
	json.Unmarshal(x.Setup.SQLite, &files)
	for _, of := range files {
		statements = append(statements, of...)
	}
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection has a memory of its own
	for _, s := range statements {
		s = clock.ReplaceAllStringFunc(generated.ReplaceAllString(at.fill(whens(s)), ""), func(m string) string {
			of := clock.FindStringSubmatch(m)
			n, _ := strconv.Atoi(of[1])
			return strconv.FormatInt(time.Now().Add(-time.Duration(n)*units[of[2]]).UnixMilli(), 10)
		})
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%v: %s", err, s)
		}
	}
	tables := map[string][]row{}
	for _, r := range query(t, db, "select name from sqlite_master where type = 'table'") {
		name := text(r["name"])
		tables[name] = query(t, db, "select * from "+name+" order by rowid")
	}
	return tables
}

func query(t *testing.T, db *sql.DB, text string) (all []row) {
	t.Helper()
	rows, err := db.Query(text)
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	defer rows.Close()
	columns, _ := rows.Columns()
	for rows.Next() {
		values, to := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			to[i] = &values[i]
		}
		if err := rows.Scan(to...); err != nil {
			t.Fatal(err)
		}
		r := row{}
		for i, c := range columns {
			r[c] = values[i]
		}
		all = append(all, r)
	}
	return all
}

// add adds a row of a table to the request for a store.
func (w *world) add(t *testing.T, asks map[string]*asking, table string, r row) {
	t.Helper()
	of := w.storeOf(t, table)
	a := asks[of]
	if a == nil {
		a = &asking{statements: map[string]store.Statement{}}
		asks[of] = a
	}
	var columns, marks []string
	step := store.Step{Name: fmt.Sprint("add", len(a.steps))}
	for name := range r {
		columns, marks = append(columns, name), append(marks, fmt.Sprintf("?%d", len(marks)+1))
		step.Args = append(step.Args, r[name])
	}
	a.steps = append(a.steps, step)
	a.statements[step.Name] = store.Statement{SQL: fmt.Sprintf("insert or replace into %s (%s) values (%s)", table, strings.Join(columns, ", "), strings.Join(marks, ", "))}
}

// storeOf returns the name of the pack's store that has a table.
func (w *world) storeOf(t *testing.T, table string) string {
	t.Helper()
	for name, of := range w.stores {
		if slices.ContainsFunc(of.Schema, func(s plan.SQL) bool { return strings.Contains(s.SQLite, " "+table+" (") }) {
			return name
		}
	}
	t.Fatalf("found no store of the pack with a table %s", table)
	return ""
}

// ask asks a store, by the program that keeps it.
func (w *world) ask(t *testing.T, at site, name string, a asking) store.Answer {
	t.Helper()
	file := map[string]string{"work": "continuity.db", "memory": "memory.db"}[name]
	o := &store.Opening{Name: name, File: filepath.Join(at["HOME"], ".claude/cache", file), Within: 10 * time.Second, Statements: a.statements}
	for _, text := range w.stores[name].Schema {
		o.Schema = append(o.Schema, text.SQLite)
	}
	keeper := compile.Stores(nil)
	defer keeper.Close()
	answer, err := keeper.Do(store.Request{Store: name, Open: o, Do: a.steps})
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// rows returns how the stores differ from what is wanted: in which rows exist and what these say,
// without ids and times.
func (x record) rows(t *testing.T, w *world, at site) (differs []string) {
	for _, effects := range []map[string][]map[string]any{x.Effects.Postgres, x.Effects.SQLite} {
		for sql, wanted := range effects {
			name := captureTable.FindStringSubmatch(sql)[1]
			table := name
			if _, ok := groups[name]; ok {
				table = "members"
			}
			answer := w.ask(t, at, w.storeOf(t, table), asking{[]store.Step{{Name: "all"}}, map[string]store.Statement{"all": {SQL: "select * from " + table, Row: map[string]string{store.AllColumns: "any"}}}})
			var there []row
			json.Unmarshal(answer.Rows[0], &there)
			if strings.Contains(sql, "count(*)") {
				if float64(len(there)) != wanted[0]["n"] {
					differs = append(differs, fmt.Sprintf("%s: found %d rows, want %v", table, len(there), wanted[0]["n"]))
				}
				continue
			}
			if len(there) != len(wanted) {
				differs = append(differs, fmt.Sprintf("%s: found %s\nwant %d rows as %s", table, answer.Rows[0], len(wanted), jsonOf(wanted)))
			}
			for _, r := range wanted {
				if !slices.ContainsFunc(there, func(got row) bool { return tells(name, r, got, at) }) {
					differs = append(differs, fmt.Sprintf("%s: found %s\nwant one as %s", table, answer.Rows[0], jsonOf(r)))
				}
			}
		}
	}
	return differs
}

var captureTable = regexp.MustCompile(` from (\w+)`)

// tells reports whether a row of the pack says the same as a recorded one.
func tells(table string, want, got row, at site) bool {
	g, ok := groups[table]
	if !ok {
		for column, v := range want {
			v := at.fill(text(v))
			switch column {
			case "project":
				v = known(v)
			case "file_path": // from the top of the working copy
				v = strings.TrimPrefix(v, at["PROJECT"]+"/")
			}
			if of, has := got[column]; has && text(of) != v {
				return false
			}
		}
		return true
	}
	_, index, _ := strings.Cut(text(want["id"]), "_") // j1_0, h1_agent-1
	names := []string{index, text(want[g.member]), strings.TrimPrefix(index, "iter_")}
	if g.state != "" && want[g.state] != nil && state(want[g.state]) != "" && state(want[g.state]) != state(got["state"]) {
		return false
	}
	return slices.ContainsFunc(names, func(n string) bool {
		return n != "" && (text(got["member"]) == n || strings.HasPrefix(text(got["member"]), n+":"))
	})
}

// text returns a value as text, state a word for how far somebody is, number a place, and millis a
// time in milliseconds.
func text(v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}

func state(v any) string {
	switch s := text(v); s {
	case "1", "true", "completed":
		return "done"
	case "0", "false", "<nil>":
		return ""
	default:
		return s
	}
}

func number(v any) int64 {
	n, _ := strconv.ParseInt(text(v), 10, 64)
	return n
}

func millis(v any) int64 {
	if then, err := time.Parse(time.RFC3339, text(v)); err == nil {
		return then.UnixMilli()
	}
	return cmp.Or(number(v), time.Now().UnixMilli())
}
