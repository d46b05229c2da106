package log

import (
	"bytes"
	"encoding/json"
)

// exported is how a line of an export begins: a request in OTLP's JSON form, as a collector's file
// exporter writes it (opentelemetry.io/docs/specs/otel/protocol/file-exporter).
var exported = []byte(`{"resourceLogs":`)

// Entries calls each for the log's lines on a line of a file: that line, or the bodies of the records
// if a collector exported it. bcfleet ship and a filelog receiver both keep an entry's line as the
// body. A line is valid until each returns.
func Entries(line []byte, each func(line []byte) error) error {
	if !bytes.HasPrefix(line, exported) {
		return each(line)
	}
	var export struct {
		ResourceLogs []struct {
			ScopeLogs []struct {
				LogRecords []struct {
					Body struct{ StringValue string }
				}
			}
		}
	}
	if json.Unmarshal(line, &export) != nil {
		return each(line) // a torn line, which counts as bad
	}
	for _, resource := range export.ResourceLogs {
		for _, scope := range resource.ScopeLogs {
			for _, record := range scope.LogRecords {
				if err := each([]byte(record.Body.StringValue)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
