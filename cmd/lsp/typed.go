package lsp

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"bcrules.dev/engine"

	"github.com/expr-lang/expr/builtin"
)

// Kinds of values, as far as a text that isn't complete tells. "" is unknown.
const (
	aBool   = "bool"
	aText   = "text"
	aNumber = "number"
	aList   = "list"
	anItem  = "object"
)

// kind returns the kind of a value.
func (of Info) kind() string {
	switch t, _, _ := strings.Cut(of.Type, " "); {
	case of.List || strings.HasPrefix(t, "[") || t == "list" || t == "rows":
		return aList
	case t == "string" || t == aText:
		return aText
	case t == "bool":
		return aBool
	case slices.Contains([]string{"int", "float64", "number", "duration", "float"}, t):
		return aNumber
	case len(of.Fields) > 0 || t == "map" || t == "object":
		return anItem
	}
	return ""
}

// kindOfGo returns the kind of a value of a function of Go.
func kindOfGo(t reflect.Type) string {
	if t == reflect.TypeFor[time.Time]() {
		return ""
	}
	switch t.Kind() {
	case reflect.Bool:
		return aBool
	case reflect.String:
		return aText
	case reflect.Slice:
		return aList
	case reflect.Map, reflect.Struct:
		return anItem
	case reflect.Int, reflect.Int64, reflect.Float64:
		return aNumber
	}
	return ""
}

// function returns the type of a fact or function, nil if unknown.
func (r *Reference) function(name string) reflect.Type {
	if f, ok := r.Library.Facts[name]; ok {
		return f.Ask.Type()
	}
	if i, ok := builtin.Index[name]; ok && len(builtin.Builtins[i].Types) > 0 {
		return builtin.Builtins[i].Types[0]
	}
	return nil
}

// gives returns the kind of a function's answer.
func (r *Reference) gives(name string) string {
	if t := r.function(name); t != nil {
		return kindOfGo(t.Out(0))
	}
	if i, ok := builtin.Index[name]; ok && builtin.Builtins[i].Validate != nil {
		if t, err := builtin.Builtins[i].Validate([]reflect.Type{reflect.TypeFor[any]()}); err == nil && t != nil {
			return kindOfGo(t)
		}
	}
	if sifting[name] {
		return aList
	}
	return ""
}

// takes returns the kind of a function's argument.
func (w *world) takes(name string, i int) string {
	if t := w.function(name); t != nil {
		if i >= t.NumIn() && !t.IsVariadic() || t.NumIn() == 0 {
			return ""
		}
		in := t.In(min(i, t.NumIn()-1))
		switch {
		case in.Kind() == reflect.Func:
			return kindOfGo(in.Out(0))
		case t.IsVariadic() && i >= t.NumIn()-1:
			in = in.Elem()
		}
		return kindOfGo(in)
	}
	for _, d := range w.declared() {
		if d.Name == name && d.What == "predicate" {
			if args := d.Node.fields("args"); i < len(args) {
				return ofData(args[i]).kind()
			}
		}
	}
	if sifting[name] && i == 0 {
		return aList
	}
	return ""
}

// comparing are the operators with an answer of yes or no, besides the logical ones, and the kind
// of what stands right of them.
var comparing = map[string]string{"==": "", "!=": "", "<": "", ">": "", "<=": "", ">=": "",
	"in": aList, "contains": aText, "startsWith": aText, "endsWith": aText, "matches": aText}

var logical = map[string]bool{"&&": true, "||": true, "and": true, "or": true, "not": true, "!": true}

// kindOfExpr returns the kind of an expression's value.
func (w *world) kindOfExpr(src string) string {
	words := wordsOf(src)
	if n := len(words); n > 1 && words[0].is == "(" && opening(words, n-1) == 0 {
		return w.kindOfExpr(src[words[0].to:words[n-1].at])
	}
	from, depth, found := 0, 0, ""
	for i, t := range words {
		depth += strings.Count("([{", t.is)*len(t.is) - strings.Count(")]}", t.is)*len(t.is)
		if depth > 0 || t.kind == wordText {
			continue
		}
		_, compares := comparing[t.is]
		switch {
		case t.is == ";":
			from, found = i+1, ""
		case t.is == "?" || t.is == "??":
			from, found = i+1, ""
		case t.is == ":":
			if found == "" {
				found = w.kindOfExpr(src[words[from].at:t.at])
			}
			if found != "" {
				return found
			}
			from = i + 1
		case compares || logical[t.is]:
			found = aBool
		case found == "" && strings.Contains("-*/%", t.is) && i > from:
			found = aNumber
		case found == "" && t.is == "+":
			found = w.kindOfExpr(src[words[from].at:t.at])
		}
	}
	if found != "" || from >= len(words) {
		return found
	}
	switch rest := words[from:]; {
	case len(rest) == 1 && rest[0].kind == wordText:
		return aText
	case len(rest) == 1 && rest[0].kind == wordNumber:
		return aNumber
	case rest[0].is == "true" || rest[0].is == "false":
		return aBool
	case rest[0].is == "[" && opening(words, len(words)-1) == from:
		return aList
	case rest[0].is == "{":
		return anItem
	}
	return w.infoOf(src[words[from].at:]).kind()
}

// arguments returns how many arguments a fact takes, at least and at most; -1 is any number.
func arguments(f engine.Fact) []int {
	least := 0
	for p := range strings.SplitSeq(f.Params, ", ") {
		if p != "" && p[0] != '[' && !strings.HasSuffix(p, "…") {
			least++
		}
	}
	return []int{least, f.Most()}
}

// argumentsOf returns how many arguments a function of expr takes, nil for unknown.
func argumentsOf(b *builtin.Function) []int {
	if len(b.Types) > 0 {
		is := []int{9, 0}
		for _, t := range b.Types {
			is[0], is[1] = min(is[0], t.NumIn()), max(is[1], t.NumIn())
		}
		if b.Name == "count" || b.Name == "sum" {
			is[0] = 1
		}
		return is
	}
	var is []int
	for n := range 5 {
		args := slices.Repeat([]reflect.Type{reflect.TypeFor[any]()}, n)
		if b.Validate == nil {
			continue
		}
		if _, err := b.Validate(args); err == nil {
			is = append(is, n)
		}
	}
	if len(is) == 0 {
		return nil
	}
	most := is[len(is)-1]
	if most == 4 {
		most = -1
	}
	return []int{is[0], most}
}
