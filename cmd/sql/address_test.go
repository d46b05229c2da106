package sql

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// An address means the same whatever libpq's variables say, except for a password.
func TestParsed(t *testing.T) {
	for _, url := range []string{"postgres://vic@127.0.0.1/team", "postgres:///team", "postgres://vic@db.example/team?sslmode=verify-full", "postgres://"} {
		of := func() (c *pgconn.Config) {
			c, err := parsed(url)
			if err != nil {
				t.Fatal(url, err)
			}
			return c
		}
		want := of()
		for _, name := range []string{"PGHOST", "PGHOSTADDR", "PGPORT", "PGDATABASE", "PGUSER", "PGOPTIONS", "PGSSLMODE", "PGSSLROOTCERT", "PGSERVICE", "PGSERVICEFILE", "PGTZ", "PGTARGETSESSIONATTRS", "PGAPPNAME"} {
			t.Run(name, func(t *testing.T) {
				file := filepath.Join(t.TempDir(), "file")
				if err := os.WriteFile(file, []byte("[6666]\nport=6666\n"), 0o600); err != nil {
					t.Fatal(err)
				}
				t.Setenv("PGSERVICEFILE", file)
				t.Setenv(name, "6666")
				got := of()
				if got.Host != want.Host || got.Port != want.Port || got.Database != want.Database || got.User != want.User || (got.TLSConfig == nil) != (want.TLSConfig == nil) || !reflect.DeepEqual(got.RuntimeParams, want.RuntimeParams) {
					t.Errorf("%s: %s leads to %+v, want %+v", url, name, got, want)
				}
				if os.Getenv(name) != "6666" {
					t.Errorf("%s is gone from the environment", name)
				}
			})
		}
		t.Setenv("PGPASSWORD", "secret")
		if got := of(); got.Password != "secret" {
			t.Errorf("%s: password %q, want that of PGPASSWORD", url, got.Password)
		}
	}
}
