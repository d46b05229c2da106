// Package codeindex holds the tables of the code index, which "bcrules index" fills and
// rules ask as a store.
package codeindex

import _ "embed"

// Version is that of the tables. An index of another one is made anew.
const Version = 1

// Tables makes them, in SQLite.
//
//go:embed tables.sql
var Tables string
