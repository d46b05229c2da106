// Package postgres has a PostgreSQL server for tests: a real one from the system's packages, in a
// folder of its own on a Unix socket. It ends with the test. Without PostgreSQL such tests are
// skipped, unless BCRULES_POSTGRES is "required".
package postgres

import (
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"
)

// A Server is a running server.
type Server struct {
	dir      string // of the data and the socket
	programs string // folder of PostgreSQL's programs
	run      *exec.Cmd
	ended    chan struct{} // closed when the server has ended
}

// password is the password of the server's user.
const password = "let me in"

// patience is longer than the server takes to start on a busy machine.
const patience = 60 * time.Second

// Start starts a server and stops it when the test ends.
func Start(t testing.TB) *Server {
	t.Helper()
	programs, err := folder()
	if err != nil {
		if os.Getenv("BCRULES_POSTGRES") == "required" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	dir, err := os.MkdirTemp("/tmp", "bcrules-pg-") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{dir: dir, programs: programs}
	t.Cleanup(func() {
		s.Stop()
		os.RemoveAll(dir)
	})
	secret := filepath.Join(dir, "password")
	if err := os.WriteFile(secret, []byte(password+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := owned(dir); err != nil {
		t.Fatal(err)
	}
	out, err := s.command("initdb", "-D", s.data(), "-U", "hooks", "-A", "scram-sha-256", "--pwfile", secret, "--no-sync", "-E", "UTF8", "--locale", "C").CombinedOutput()
	if err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	s.Restart(t)
	return s
}

// folder finds PostgreSQL's programs: on the path, or where Debian puts them.
func folder() (string, error) {
	if found, err := exec.LookPath("initdb"); err == nil {
		if real, err := filepath.EvalSymlinks(found); err == nil {
			return filepath.Dir(real), nil
		}
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		return "", fmt.Errorf("found no initdb, want PostgreSQL's programs (apt-get install postgresql)")
	}
	slices.Sort(found)
	return filepath.Dir(found[len(found)-1]), nil
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// command returns a program of PostgreSQL's. It runs as another user if this one is root, whom
// PostgreSQL refuses.
func (s *Server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.programs, name), args...)
	cmd.Dir = s.dir
	humble(cmd)
	return cmd
}

// Restart starts a stopped server.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	s.run = s.command("postgres", "-D", s.data(), "-k", s.dir, "-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=120")
	log, err := os.Create(filepath.Join(s.dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	s.run.Stderr = log
	if err := s.run.Start(); err != nil {
		t.Fatal(err)
	}
	s.ended = make(chan struct{})
	go func() {
		s.run.Wait()
		close(s.ended)
	}()
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if s.command("pg_isready", "-q", "-h", s.dir, "-t", "1").Run() == nil {
			return
		}
		if time.Since(began) > patience {
			text, _ := os.ReadFile(filepath.Join(s.dir, "log"))
			t.Fatalf("found no PostgreSQL server that answers within %s:\n%s", patience, text)
		}
	}
}

// Stop ends the server and its connections at once.
func (s *Server) Stop() {
	if s.run != nil && s.run.Process != nil {
		immediately(s.run.Process)
		<-s.ended
		s.run = nil
	}
}

// Pause stops the server with all its processes, until Resume.
func (s *Server) Pause() { paused(s.run.Process.Pid, true) }

// Resume continues a paused server.
func (s *Server) Resume() { paused(s.run.Process.Pid, false) }

// URL returns the server's address, with a password or, if that is "", the right one.
func (s *Server) URL(secret string) string {
	if secret == "" {
		secret = password
	}
	u := url.URL{Scheme: "postgres", User: url.UserPassword("hooks", secret), Path: "/postgres"}
	u.RawQuery = url.Values{"host": {s.dir}}.Encode()
	return u.String()
}

// Value queries the server for one value.
func (s *Server) Value(t testing.TB, query string) string {
	t.Helper()
	cmd := exec.Command(filepath.Join(s.programs, "psql"), "-At", "-v", "ON_ERROR_STOP=1", "-d", s.URL(""), "-c", query)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("psql: %v\n%s", err, out)
	}
	return string(out[:max(len(out)-1, 0)])
}

// Int returns Value as a number.
func (s *Server) Int(t testing.TB, query string) int {
	t.Helper()
	n, err := strconv.Atoi(s.Value(t, query))
	if err != nil {
		t.Fatal(err)
	}
	return n
}
