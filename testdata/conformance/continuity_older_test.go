//go:build !windows

package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/store"
	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/outlived"
)

// oldWork and oldMemory are the schemas of the stores at bd54ba61: before projects were repositories,
// and times the server's.
var oldWork = []string{
	`create table sessions (id text primary key, project text not null, working_on text not null default '',
		started_at bigint not null, last_heartbeat bigint not null)`,
	"create index sessions_live on sessions (project, last_heartbeat)",
	`create table file_claims (file_path text not null, project text not null, session_id text not null,
		claimed_at bigint not null, primary key (file_path, project))`,
	"create index claims_by_session on file_claims (session_id)",
	`create table agents (id text primary key, session_id text not null, project text not null, agent_type text not null default '',
		pattern text not null default 'task', status text not null default 'running', spawned_at bigint not null, completed_at bigint)`,
	"create index agents_running on agents (session_id, status)",
	`create table members (pattern text not null, group_id text not null, member text not null, role text not null default '',
		place bigint not null default 0, state text not null default '', value text, at bigint not null,
		primary key (pattern, group_id, member))`,
	`create table messages (id text primary key, group_id text not null, sender text not null, kind text not null,
		payload text not null, at bigint not null)`,
	"create index messages_of on messages (group_id, at)",
}

var oldMemory = map[bool][]string{
	false: {
		`create table if not exists archival_memory (id text primary key, session_id text not null, agent_id text,
			content text not null, metadata_json text not null default '{}', created_at bigint not null)`,
		`create virtual table if not exists archival_fts using fts5 (content, content = 'archival_memory', content_rowid = 'rowid',
			tokenize = 'porter unicode61')`,
		`create trigger if not exists archival_in after insert on archival_memory begin
			insert into archival_fts (rowid, content) values (new.rowid, new.content);
		end`,
		`create trigger if not exists archival_out after delete on archival_memory begin
			insert into archival_fts (archival_fts, rowid, content) values ('delete', old.rowid, old.content);
		end`,
	},
	true: {
		`create table if not exists public.archival_memory (id uuid primary key default gen_random_uuid(), session_id text not null,
			agent_id text, content text not null, metadata jsonb not null default '{}', created_at timestamptz not null default now())`,
		"", "", "",
	},
}

// Today's rules find what an older store has, except claims, which last minutes and were of a
// machine's paths.
func TestOlderStore(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		h := &hall{t: t, bin: built.Commands(t), url: url, rules: rulesOf(t, ""), home: outlived.Folder(t), project: outlived.Folder(t)}
		built.Storekeeper(t)
		now := time.Now()
		h.fill("work", "continuity", "continuity.db", oldWork, []string{
			fmt.Sprintf("insert into sessions values ('s0', '/old', 'of before', %d, %[1]d)", now.UnixMilli()),
			fmt.Sprintf("insert into file_claims values ('/old/a.go', '/old', 's0', %d)", now.UnixMilli()),
			fmt.Sprintf("insert into agents (id, session_id, project, spawned_at) values ('a0', 's0', '/old', %d)", now.UnixMilli()),
			fmt.Sprintf("insert into members (pattern, group_id, member, role, place, state, value, at) values ('jury', 'g', '0', 'juror', 0, 'done', 'yes', %d)", now.UnixMilli()),
			fmt.Sprintf("insert into messages values ('m0', 'g', 's0', 'result', '{}', %d)", now.UnixMilli()),
		})
		learned := fmt.Sprintf("insert into archival_memory values ('l0', 's0', null, 'a webhook wants its signature checked', '%s', %d)", `{"type": "session_learning"}`, now.Unix())
		if url != "" {
			learned = `insert into public.archival_memory (session_id, content, metadata) values ('s0', 'a webhook wants its signature checked', '{"type": "session_learning"}')`
		}
		h.fill("memory", "continuity_memory", "memory.db", oldMemory[url != ""], []string{learned})

		for i, s := range []*sending{
			h.send("SessionStart", "s1", map[string]any{"source": "startup"}, nil),
			h.edit("s0", "a.go"), h.edit("s0", "b.go"),
		} {
			if said := h.told(s)[0]; strings.Contains(said, "found") {
				t.Errorf("event %d: it was told %q, want no fault", i, said)
			}
		}
		if said := h.told(h.send("UserPromptSubmit", "s1", map[string]any{"prompt": "please find how the webhook signature is checked"}, nil))[0]; !strings.Contains(said, "a webhook wants its signature checked") {
			t.Errorf("a prompt was told %q, want what was learned before", said)
		}
		said := h.told(h.send("SubagentStop", "s0", map[string]any{"agent_id": "a1", "agent_type": "x", "stop_hook_active": false, "last_assistant_message": "VOTE: yes"},
			map[string]string{"PATTERN_TYPE": "jury", "JURY_ID": "g", "JUROR_INDEX": "1", "TOTAL_JURORS": "2"}))[0]
		if !strings.HasPrefix(said, "All ") {
			t.Errorf("the second of a jury was told %q, want that it is complete: the first was before", said)
		}
		for query, want := range map[string]string{
			"select working_on as a from sessions where id = 's0'":                        "of before",
			"select project as a from agents where id = 'a0'":                             "/old",
			"select kind as a from messages where id = 'm0'":                              "result",
			"select value as a from members where member = '0'":                           "yes",
			"select cast(count(*) as text) as a from file_claims where session_id = 's0'": "2",
		} {
			if got := h.reads("work", "continuity", "continuity.db", query); !strings.Contains(got, `"`+want+`"`) {
				t.Errorf("%s: found %s, want %s", query, got, want)
			}
		}
	})
}

// older opens one of the pack's stores.
func (h *hall) older(name, namespace, file string, o store.Opening) (*store.Helper, store.Request) {
	o.Name, o.Within = plan.Scoped("continuity", name), time.Minute
	if o.URL = h.url; h.url != "" {
		o.Namespace = namespace
	} else {
		o.File = filepath.Join(h.home, ".claude", "cache", file)
	}
	k := &store.Helper{Program: func() (string, error) { return filepath.Join(h.bin, "bcstore"), nil }, Waits: true}
	h.t.Cleanup(func() { k.Close() })
	return k, store.Request{Store: o.Name, Open: &o}
}

// fill makes a store by an old schema, and runs statements.
func (h *hall) fill(name, namespace, file string, schema, statements []string) {
	h.t.Helper()
	if err := os.MkdirAll(filepath.Join(h.home, ".claude", "cache"), 0o700); err != nil {
		h.t.Fatal(err)
	}
	o := store.Opening{Schema: schema, Statements: map[string]store.Statement{}}
	var do []store.Step
	for i, text := range statements {
		o.Statements[fmt.Sprint(i)] = store.Statement{SQL: text}
		do = append(do, store.Step{Name: fmt.Sprint(i)})
	}
	k, r := h.older(name, namespace, file, o)
	r.Do = do
	if _, err := k.Do(r); err != nil {
		h.t.Fatal(err)
	}
	k.Close()
}

// reads returns the rows of a query.
func (h *hall) reads(name, namespace, file, query string) string {
	h.t.Helper()
	k, r := h.older(name, namespace, file, store.Opening{ReadOnly: true, Statements: map[string]store.Statement{"q": {SQL: query, Row: map[string]string{"a": "string"}}}})
	r.Read, r.Do = true, []store.Step{{Name: "q"}}
	a, err := k.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	k.Close()
	return string(a.Rows[0])
}
