package sql

import (
	"context"
	"strings"
	"time"

	"bcrules.dev/engine/store"
)

// SQL of rules stays in the database and in its transaction by PostgreSQL's own means. A statement
// is sent by the extended protocol, which takes only one, and runs only if the server can explain
// it, which holds for queries and changes of rows alone: not for the end of a transaction, a
// setting or COPY (line.ruled). A text of a schema runs in a block of PL/pgSQL, which can't end the
// transaction around it. The rest is up to the rights of the role, which bcrules reports (rights).

// explained returns a statement that explains another without running it.
func explained(text string) string { return "explain " + text }

// whole returns a block of PL/pgSQL that runs a text.
func whole(text string) string {
	tag := "$bcrules$"
	for strings.Contains(text, tag) {
		tag = tag[:len(tag)-1] + "s$"
	}
	outer := tag[:len(tag)-1] + "_do$"
	return "do " + outer + "begin execute " + tag + text + tag + "; end" + outer
}

// powers asks what the role may do beyond its database, by itself or as a role that it is a member
// of.
const powers = `select session_user, may from (
	select 1 as n, 'do everything, as a superuser' as may where exists (select from pg_roles where rolsuper and pg_has_role(session_user, oid, 'member'))
	union all select 2, 'read files of the server' where exists (select from pg_roles where rolname = 'pg_read_server_files' and pg_has_role(session_user, oid, 'member'))
	union all select 3, 'write files of the server' where exists (select from pg_roles where rolname = 'pg_write_server_files' and pg_has_role(session_user, oid, 'member'))
	union all select 4, 'run programs of the server' where exists (select from pg_roles where rolname = 'pg_execute_server_program' and pg_has_role(session_user, oid, 'member'))
	union all select 5, 'make itself one that may run programs of the server' where current_setting('server_version_num')::int < 160000
		and exists (select from pg_roles where rolcreaterole and pg_has_role(session_user, oid, 'member'))) as all_powers order by n`

// rights returns the role and what it may do beyond its database.
func (p *pg) rights() (r store.Rights, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), p.Within+time.Second)
	defer cancel()
	found, err := p.ask(ctx, powers)
	if err != nil {
		return r, p.inWords(err)
	}
	for _, row := range found.Rows {
		r.Role, r.May = string(row[0]), append(r.May, string(row[1]))
		if len(r.May) == 1 && strings.HasSuffix(r.May[0], "superuser") {
			break
		}
	}
	return r, nil
}
