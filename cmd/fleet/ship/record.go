package ship

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine/journal"

	collector "go.opentelemetry.io/proto/slim/otlp/collector/logs/v1"
	common "go.opentelemetry.io/proto/slim/otlp/common/v1"
	logs "go.opentelemetry.io/proto/slim/otlp/logs/v1"
	resource "go.opentelemetry.io/proto/slim/otlp/resource/v1"
)

// request returns entries in OTLP's form. The line is the body; each field with a single value, the
// rules that held and what was said are attributes too, so that a collector can filter without
// parsing lines. Consecutive entries of one
// machine and user share a resource that names both.
func request(batch []item) *collector.ExportLogsServiceRequest {
	var all []*logs.ResourceLogs
	machine, user := "", ""
	for i, it := range batch {
		if e := it.entry; i == 0 || e.Machine != machine || e.User != user {
			machine, user = e.Machine, e.User
			all = append(all, &logs.ResourceLogs{
				Resource:  &resource.Resource{Attributes: []*common.KeyValue{text("service.name", "bcrules"), text("host.name", machine), text("user.name", user)}},
				ScopeLogs: []*logs.ScopeLogs{{Scope: &common.InstrumentationScope{Name: "bcrules.dev/decisions"}}},
			})
		}
		of := all[len(all)-1].ScopeLogs[0]
		of.LogRecords = append(of.LogRecords, record(it))
	}
	return &collector.ExportLogsServiceRequest{ResourceLogs: all}
}

func record(it item) *logs.LogRecord {
	e := it.entry
	r := &logs.LogRecord{
		TimeUnixNano:         uint64(e.Time.UnixNano()),
		ObservedTimeUnixNano: uint64(e.Time.UnixNano()),
		EventName:            "bcrules.decision",
		SeverityNumber:       logs.SeverityNumber_SEVERITY_NUMBER_INFO,
		Body:                 &common.AnyValue{Value: &common.AnyValue_StringValue{StringValue: valid(string(it.line))}},
		Attributes:           attributes(it.line),
	}
	if rules := rulesHeld(&e); rules != "" {
		r.Attributes = append(r.Attributes, text("held", rules))
	}
	if len(e.Said) > 0 {
		r.Attributes = append(r.Attributes, text("said", strings.Join(e.Said, " ")))
	}
	switch {
	case len(e.Errors) > 0:
		r.SeverityNumber = logs.SeverityNumber_SEVERITY_NUMBER_ERROR
	case e.Refused:
		r.SeverityNumber = logs.SeverityNumber_SEVERITY_NUMBER_WARN
	}
	return r
}

// rulesHeld returns the rules that held, each as HOOK/RULE and separated by blanks.
func rulesHeld(e *journal.Entry) string {
	var all []string
	for _, h := range e.Hooks {
		for i, n := range h.Rules {
			all = append(all, h.Hook+"/"+cmp.Or(h.ID(i), strconv.Itoa(n)))
		}
	}
	return strings.Join(all, " ")
}

// attributes returns the fields of a line that have a single value, sorted by name.
func attributes(line []byte) (all []*common.KeyValue) {
	var fields map[string]any
	in := json.NewDecoder(bytes.NewReader(line))
	in.UseNumber()
	if in.Decode(&fields) != nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		switch v := fields[name].(type) {
		case string:
			all = append(all, text(name, v))
		case bool:
			all = append(all, &common.KeyValue{Key: valid(name), Value: &common.AnyValue{Value: &common.AnyValue_BoolValue{BoolValue: v}}})
		case json.Number:
			all = append(all, number(name, v))
		}
	}
	return all
}

func text(name, v string) *common.KeyValue {
	return &common.KeyValue{Key: valid(name), Value: &common.AnyValue{Value: &common.AnyValue_StringValue{StringValue: valid(v)}}}
}

func number(name string, v json.Number) *common.KeyValue {
	if n, err := v.Int64(); err == nil {
		return &common.KeyValue{Key: valid(name), Value: &common.AnyValue{Value: &common.AnyValue_IntValue{IntValue: n}}}
	}
	f, _ := v.Float64()
	return &common.KeyValue{Key: valid(name), Value: &common.AnyValue{Value: &common.AnyValue_DoubleValue{DoubleValue: f}}}
}

// valid replaces what isn't UTF-8, which the protocol requires.
func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
