package main

import "testing"

func limited(t *testing.T, _ string) string {
	t.Skip("there is no limit of a file's size here")
	return ""
}
