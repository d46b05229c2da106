package sql

import (
	"errors"
	"os"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5/pgconn"
)

// reading has the process's environment while an address is read.
var reading sync.Mutex

// parsed reads the address of a server. Of what it leaves out the library would ask the
// environment, in which a project's settings may set what they like: the port, the schema
// (PGOPTIONS), whose certificate is believed. An address means the same wherever it is read,
// so all of libpq's variables are gone for so long but those that have a password.
func parsed(url string) (*pgconn.Config, error) {
	reading.Lock()
	defer reading.Unlock()
	for _, v := range os.Environ() {
		name, value, _ := strings.Cut(v, "=")
		if strings.HasPrefix(name, "PG") && name != "PGPASSWORD" && name != "PGPASSFILE" {
			os.Unsetenv(name)
			defer os.Setenv(name, value)
		}
	}
	c, err := pgconn.ParseConfig(url)
	if err != nil {
		return nil, errors.New("found an address that can't be read, want the URL of a PostgreSQL database")
	}
	return c, nil
}
