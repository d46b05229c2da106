package sql

import (
	"errors"
	"os"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5/pgconn"
)

// reading guards the process's environment while an address is parsed.
var reading sync.Mutex

// parsed parses the address of a server. The library takes what the address leaves out from the
// environment, where a project's settings may set anything: the port, the schema (PGOPTIONS), whose
// certificate to trust. So that an address means the same wherever it is read, all of libpq's
// variables are unset meanwhile, except those with a password.
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
