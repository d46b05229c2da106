package postgres

import (
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// poolPort names the pooler's socket, which is beside the server's.
const poolPort = "6432"

// pooling puts the transactions of all clients on few connections, and has the server's password
// for them.
const pooling = `[databases]
postgres = host=%[1]s
[pgbouncer]
unix_socket_dir = %[1]s
listen_port = %[2]s
listen_addr =
auth_type = plain
auth_file = %[1]s/users
pool_mode = transaction
default_pool_size = 5
max_client_conn = 500
`

// Pooled starts PgBouncer in front of the server, in transaction mode, and returns its address. It
// ends with the test, which is skipped without PgBouncer.
func (s *Server) Pooled(t testing.TB) string {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		if program = "/usr/sbin/pgbouncer"; exec.Command(program, "--version").Run() != nil {
			t.Skip("found no pgbouncer (apt-get install pgbouncer)")
		}
	}
	settings := filepath.Join(s.dir, "pooler.ini")
	for name, text := range map[string]string{settings: fmt.Sprintf(pooling, s.dir, poolPort), filepath.Join(s.dir, "users"): fmt.Sprintf("\"hooks\" %q\n", password)} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command(program, "-q", settings)
	humble(run)
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		run.Process.Kill()
		run.Wait()
	})
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if s.command("pg_isready", "-q", "-h", s.dir, "-p", poolPort, "-t", "1").Run() == nil {
			break
		}
		if time.Since(began) > patience {
			t.Fatalf("found no PgBouncer that answers within %s", patience)
		}
	}
	u, err := url.Parse(s.URL(""))
	if err != nil {
		t.Fatal(err)
	}
	u.RawQuery = url.Values{"host": {s.dir}, "port": {poolPort}}.Encode()
	return u.String()
}
