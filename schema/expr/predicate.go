package expr

import (
	"reflect"
	"slices"
	"strings"

	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr/types"
)

// A Predicate is a condition with parameters that expressions call by name, or a choice of values
// by conditions. It replaces its calls, with their arguments, so that types, proofs and code need
// not know about it.
type Predicate struct {
	Name   string
	Doc    string
	Params []Param
	Src    string            // the condition, with the parameters as names
	Gives  reflect.Type      // type of the result: bool, or that of a choice's values
	Docs   map[string]string // docs of its parts, by the parts' texts

	scope *Scope // in which it is written; nil if it has faults and so replaces no call
}

// A Param is a parameter of a predicate.
type Param struct {
	Name string
	Type *plan.Shape // for lists and objects, the arguments say more
}

// types returns the Go types of the parameters.
func (p *Predicate) types() (all []reflect.Type) {
	for _, param := range p.Params {
		of := goType(param.Type)
		if of.Kind() == reflect.Slice || of.Kind() == reflect.Struct || of.Kind() == reflect.Map {
			of = reflect.TypeFor[any]()
		}
		all = append(all, of)
	}
	return all
}

// signature returns the predicate's name and parameters in the form of a call.
func (p *Predicate) signature() string {
	var names []string
	for _, param := range p.Params {
		names = append(names, param.Name)
	}
	return p.Name + "(" + strings.Join(names, ", ") + ")"
}

// A Row of a choice is a value and its condition.
type Row struct {
	When  string // "" for always
	Value any    // as Value.Data
}

// Choice returns an expression for the value of the first row that holds, and the type that all
// values share, or any. The last row always holds.
func Choice(rows []Row) (src string, typ reflect.Type) {
	for i, row := range rows {
		of := reflect.TypeOf(row.Value)
		if i > 0 && of != typ || of == nil || of.Kind() == reflect.Slice || of.Kind() == reflect.Map {
			of = reflect.TypeFor[any]()
		}
		typ = of
	}
	for _, row := range rows {
		value := "(" + literal(row.Value).String() + ")"
		if row.When == "" {
			return src + value, typ
		}
		src += "(" + row.When + "\n) ? " + value + " : "
	}
	return src + "nil", reflect.TypeFor[any]()
}

// Predicates is the vocabulary of predicates, which are called like facts.
func Predicates(all ...*Predicate) Vocabulary {
	v := newVocabulary()
	for _, p := range all {
		v.predicates[p.Name] = p
		v.function(p.Name, p.types(), p.Gives, false)
	}
	return v
}

// Params is the vocabulary of a predicate's parameters, for its own condition.
func Params(p *Predicate) Vocabulary {
	v := newVocabulary()
	for _, param := range p.Params {
		v.typed[param.Name], v.plain[param.Name] = typeOf(param.Type), types.Any
		if param.Type.Kind == "object" {
			v.typed[param.Name] = types.Any
		}
	}
	return v
}

// Sound records the scope in which the condition has no faults. From then on the predicate replaces
// its calls.
func (p *Predicate) Sound(s *Scope) { p.scope = s }

// callees returns the predicates that an expression calls, directly or through others.
func (b book) callees(src string) book {
	found := book{}
	for todo := []string{src}; len(todo) > 0; todo = todo[1:] {
		for _, t := range read(todo[0]).tokens {
			if p := b[t.Value]; p != nil && found[p.Name] == nil {
				found[p.Name] = p
				todo = append(todo, p.Src)
			}
		}
	}
	return found
}

// Asked returns the names in an expression and in the conditions of predicates that it calls.
// A nil scope knows no predicates.
func (s *Scope) Asked(src string) []string {
	names := Identifiers(src)
	if s == nil {
		return names
	}
	for _, p := range s.predicates.callees(src) {
		names = append(names, Identifiers(p.Src)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
