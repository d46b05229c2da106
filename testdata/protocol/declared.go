// Package protocol compares the tables of events (schema/events.cue) and tools with what the newest
// client declares, so that following the client takes minutes.
//
// npm has the declarations: TypeScript's types of hooks' inputs and outputs, and of tools' inputs
// (@anthropic-ai/claude-agent-sdk, with the client's version). Both sides become lines, such as
// "Stop: field stop_hook_active", and the test prints the lines that only one side has:
//
//	sdk.d.ts, sdk-tools.d.ts ─ declared.go ─► lines ┐
//	                                                ├ protocol_test.go ─► what differs
//	schema.Events            ─ table.go    ─► lines ┘
//
// Declarations don't show what the client does with them: that is tried with the client
// (testdata/e2e). Known differences are in the test, with the reason.
package protocol

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"text/scanner"
)

// A kind is a type, as far as it says which fields there are and which texts are possible. A union
// and an intersection have those of all their parts, and a list none.
type kind struct {
	fields map[string]*kind
	texts  []string
}

func (k *kind) add(other *kind) {
	if other == nil {
		return
	}
	for name, f := range other.fields {
		if k.fields == nil {
			k.fields = map[string]*kind{}
		}
		if k.fields[name] == nil {
			k.fields[name] = &kind{}
		}
		k.fields[name].add(f)
	}
	k.texts = append(k.texts, other.texts...)
}

// Declarations are the exported types of a file, read when needed.
type declarations struct {
	bodies map[string]string // the text after a type's name, to the end of the file
	read   map[string]*kind
}

var exported = regexp.MustCompile(`(?m)^export (?:declare type (\w+) = |interface (\w+) )`)

func declarationsOf(source string) *declarations {
	d := &declarations{bodies: map[string]string{}, read: map[string]*kind{}}
	for _, m := range exported.FindAllStringSubmatchIndex(source, -1) {
		name := m[2:4]
		if name[0] < 0 {
			name = m[4:6]
		}
		d.bodies[source[name[0]:name[1]]] = source[m[1]:]
	}
	return d
}

// kind returns a type by its name; an empty one if it is not exported.
func (d *declarations) kind(name string) *kind {
	if k, ok := d.read[name]; ok {
		return k
	}
	d.read[name] = &kind{} // if it refers to itself
	if body, ok := d.bodies[name]; ok {
		p := &parser{of: d}
		p.Init(strings.NewReader(body))
		p.Mode = scanner.ScanIdents | scanner.ScanInts | scanner.ScanChars | scanner.ScanStrings | scanner.ScanComments | scanner.SkipComments
		p.Error = func(*scanner.Scanner, string) {} // texts may have single quotes
		p.next()
		d.read[name] = p.union()
	}
	return d.read[name]
}

// lines returns what the client declares about hooks.
func (d *declarations) lines() map[string]bool {
	all := lines{}
	base := d.kind("BaseHookInput")
	base.fields["hook_event_name"] = &kind{} // each event says its own
	all.add(every+"event: field ", slices.Collect(maps.Keys(base.fields)))
	all.add(every+"reply: output ", slices.Collect(maps.Keys(d.kind("SyncHookJSONOutput").fields)))
	for name := range d.bodies {
		event, ok := strings.CutSuffix(name, "HookInput")
		if !ok || event == "" || event == "Base" {
			continue
		}
		all[event] = true
		for field, k := range d.kind(name).fields {
			if base.fields[field] == nil {
				all[event+": field "+field] = true
				all.add(event+": field "+field+is, k.texts)
			}
		}
		all.outputs(event+": output "+own, d.kind(event+"HookSpecificOutput"))
	}
	return all
}

// own is the part of a reply that only some events read.
const own = "hookSpecificOutput"

// outputs adds lines for what is below a path of a reply, except the stamp.
func (l lines) outputs(path string, k *kind) {
	for name, f := range k.fields {
		if name == "hookEventName" {
			continue
		}
		if len(f.fields) == 0 {
			l[path+"."+name] = true
		}
		l.add(path+"."+name+is, f.texts)
		l.outputs(path+"."+name, f)
	}
}

// toolNames are tools whose types have other names.
var toolNames = map[string]string{"FileEdit": "Edit", "FileRead": "Read", "FileWrite": "Write", "Mcp": ""}

// tools returns what the client declares about its tools.
func (d *declarations) tools() map[string]bool {
	all := lines{}
	for name := range d.bodies {
		tool, ok := strings.CutSuffix(name, "Input")
		if renamed, other := toolNames[tool]; other {
			tool = renamed
		}
		if ok && tool != "" {
			all["tool "+tool] = true
			all.add("tool "+tool+": input ", slices.Collect(maps.Keys(d.kind(name).fields)))
		}
	}
	return all
}

// Lines say what a protocol has.
type lines map[string]bool

func (l lines) add(before string, names []string) {
	for _, name := range names {
		l[before+name] = true
	}
}
