// Package codeindex holds the tables of the code index, which "bcrules index" fills and rules query
// as a store.
package codeindex

import _ "embed"

// Version is the version of the tables. An index of another version is rebuilt.
const Version = 2

// Tables is the SQL that creates the tables, for SQLite.
//
//go:embed tables.sql
var Tables string
