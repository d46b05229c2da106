package expr

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser/lexer"
	"github.com/expr-lang/expr/types"
)

// A Predicate is a condition with arguments that expressions ask by its name. It is put in
// the place of each call, with what the call is given for its arguments, so that types,
// proofs and code know nothing of it.
type Predicate struct {
	Name   string
	Doc    string
	Params []Param
	Src    string            // the condition, which knows the arguments by their names
	Docs   map[string]string // of its parts, by their texts

	scope *Scope // in which it is written; nil if it has faults and is in no call's place
}

// A Param is an argument of a predicate.
type Param struct {
	Name string
	Type *plan.Shape // of a list or an object more is known where it is given
}

// types returns the Go types of the arguments.
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

// signature is how it is called.
func (p *Predicate) signature() string {
	var names []string
	for _, param := range p.Params {
		names = append(names, param.Name)
	}
	return p.Name + "(" + strings.Join(names, ", ") + ")"
}

// Predicates are predicates, which are asked as facts are.
func Predicates(all ...*Predicate) Vocabulary {
	v := newVocabulary()
	for _, p := range all {
		v.predicates[p.Name] = p
		v.function(p.Name, p.types(), reflect.TypeFor[bool](), false)
	}
	return v
}

// Params are the arguments of a predicate, for its own condition.
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

// Sound notes that the condition has no faults in a scope, with which it is to be put in
// the place of calls.
func (p *Predicate) Sound(s *Scope) { p.scope = s }

// A book is predicates by name.
type book map[string]*Predicate

// An invocation is a call of a predicate in an expression.
type invocation struct {
	of       *Predicate
	from, to int // bytes
	args     []string
}

// calls returns the calls of predicates in an expression, in their order, those in the
// arguments of others left out.
func (b book) calls(src string) (all []invocation) {
	if len(b) == 0 {
		return nil
	}
	tokens := tokensOf(src)
	for i := 0; i+1 < len(tokens); i++ {
		p := b[tokens[i].Value]
		if p == nil || p.scope == nil || !refers(tokens, i) || !tokens[i+1].Is(lexer.Bracket, "(") {
			continue
		}
		call := invocation{of: p, from: tokens[i].From}
		last := i + 1
		call.args, last = arguments(src, tokens, i+1)
		if len(call.args) == len(p.Params) {
			call.to = tokens[last].To
			all = append(all, call)
		}
		i = last
	}
	return all
}

// arguments returns the texts between the parenthesis at i and the one that closes it,
// and where that stands.
func arguments(src string, tokens []lexer.Token, i int) (all []string, last int) {
	depth, from := 0, tokens[i].To
	for n := i; n < len(tokens); n++ {
		t := tokens[n]
		switch {
		case t.Kind == lexer.Bracket && strings.Contains("([{", t.Value):
			depth++
		case t.Kind == lexer.Bracket:
			depth--
		}
		if depth == 0 || depth == 1 && t.Is(lexer.Operator, ",") {
			if text := strings.TrimSpace(src[from:t.From]); text != "" || len(all) > 0 {
				all = append(all, text)
			}
			from = t.To
		}
		if depth == 0 {
			return all, n
		}
	}
	return nil, len(tokens) - 1
}

// tokensOf returns the tokens of an expression, with places in bytes; none if it has none.
func tokensOf(src string) []lexer.Token {
	tokens, err := lexer.Lex(file.NewSource(src))
	if err != nil {
		return nil
	}
	runes, bytes := 0, 0
	at := func(n int) int {
		bytes += byteOffset(src[bytes:], n-runes)
		runes = n
		return bytes
	}
	for i := range tokens {
		tokens[i].From = at(tokens[i].From)
		tokens[i].To = at(tokens[i].To)
	}
	return tokens
}

// refers reports whether the token at i is a name that stands for something, and not that
// of a field.
func refers(tokens []lexer.Token, i int) bool {
	if tokens[i].Kind != lexer.Identifier {
		return false
	}
	if i > 0 && tokens[i-1].Is(lexer.Operator, ".", "?.") {
		return false
	}
	key := i > 0 && i+1 < len(tokens) && tokens[i+1].Is(lexer.Operator, ":") && (tokens[i-1].Is(lexer.Bracket, "{") || tokens[i-1].Is(lexer.Operator, ","))
	return !key
}

// items reports whether tokens ask of an item of a list around them: # or  .field  alone.
func items(tokens []lexer.Token) bool {
	for i, t := range tokens {
		if t.Is(lexer.Operator, "#") || t.Is(lexer.Operator, ".") && (i == 0 || tokens[i-1].Kind == lexer.Operator || tokens[i-1].Is(lexer.Bracket, "(", "[", "{")) {
			return true
		}
	}
	return false
}

// once returns the condition that a call stands for, with the calls of predicates that it
// has itself. Taken are names that it can't give to what it keeps by let.
func (c invocation) once(taken func(name string) bool) string {
	return c.fill(c.of.Src, taken, true)
}

// docs returns the docs of the parts of that condition, by Plain of these.
func (c invocation) docs(taken func(name string) bool) map[string]string {
	all := map[string]string{}
	for src, doc := range c.of.Docs {
		all[Plain(c.fill(src, taken, false))] = doc
	}
	return all
}

// fill returns a text of the predicate with the arguments in it. Where an argument would be
// worked out several times, or its # would mean an item of another list, it is kept by
// let, which begins the text if that is whole.
func (c invocation) fill(src string, taken func(name string) bool, whole bool) string {
	body, all := tokensOf(src), tokensOf(c.of.Src)
	named, lets := map[string]string{}, ""
	for i, param := range c.of.Params {
		arg := tokensOf(c.args[i])
		calls := slices.ContainsFunc(arg, func(t lexer.Token) bool { return t.Is(lexer.Bracket, "(") })
		switch {
		case calls && uses(all, param.Name) > 1, items(arg) && items(all):
			named[param.Name] = free(param.Name, taken)
			lets += "let " + named[param.Name] + " = " + c.args[i] + "; "
		case atomic(arg):
			named[param.Name] = c.args[i]
		default:
			named[param.Name] = "(" + c.args[i] + ")"
		}
	}
	for i, t := range all {
		if i > 0 && all[i-1].Is(lexer.Operator, "let") {
			named[t.Value] = free(t.Value, taken)
		}
	}
	var b strings.Builder
	if whole {
		b.WriteString(lets)
	}
	at := 0
	for i, t := range body {
		if by, ok := named[t.Value]; ok && refers(body, i) {
			b.WriteString(src[at:t.From] + by)
			at = t.To
		}
	}
	return b.String() + src[at:]
}

// uses returns how often tokens name something.
func uses(tokens []lexer.Token, name string) (n int) {
	for i, t := range tokens {
		if t.Value == name && refers(tokens, i) {
			n++
		}
	}
	return n
}

// atomic reports whether an expression can stand beside any operator as it is.
func atomic(tokens []lexer.Token) bool {
	depth := 0
	for _, t := range tokens {
		switch {
		case t.Is(lexer.Bracket, "(", "[", "{"):
			depth++
		case t.Kind == lexer.Bracket:
			depth--
		case depth == 0 && t.Kind == lexer.Operator && !t.Is(lexer.Operator, ".", "?.", "#"):
			return false
		}
	}
	return true
}

// free returns a name that isn't taken, like another one.
func free(name string, taken func(string) bool) string {
	like := name
	for n := 2; taken(name); n++ {
		name = like + strconv.Itoa(n)
	}
	return name
}

// all returns an expression with the conditions of predicates in the places of their
// calls, and of calls in those. The calls of the expression itself are noted in an
// expansion.
func (b book) all(src string, taken func(name string) bool) expansion {
	e := expansion{text: src}
	calls := b.calls(src)
	if len(calls) == 0 {
		return e
	}
	names := map[string]bool{}
	for _, t := range tokensOf(src) {
		names[t.Value] = true
	}
	used := func(name string) bool { return names[name] || taken(name) || IsWord(name) }
	var text strings.Builder
	at := 0
	for _, c := range calls {
		text.WriteString(src[at:c.from])
		e.from = append(e.from, chunk{text.Len(), c.from, c.of})
		text.WriteString("(" + b.all(c.once(used), used).text + "\n)")
		e.from = append(e.from, chunk{text.Len(), c.to, nil})
		at = c.to
	}
	e.text = text.String() + src[at:]
	return e
}

// An expansion is an expression with the conditions of predicates in it.
type expansion struct {
	text string
	from []chunk
}

// A chunk says where in an expansion what stands begins and where that is in the
// expression itself, in bytes: a predicate in the place of its call, or text as it is.
type chunk struct {
	at, from int
	of       *Predicate // nil for text
}

// source returns where in the expression a byte of the expansion stands, and the predicate
// whose condition has it, nil for none.
func (e expansion) source(offset int) (at int, of *Predicate) {
	i := slices.IndexFunc(e.from, func(c chunk) bool { return c.at > offset })
	if i < 0 {
		i = len(e.from)
	}
	if i == 0 {
		return offset, nil
	}
	c := e.from[i-1]
	if c.of != nil {
		return c.from, c.of
	}
	return c.from + offset - c.at, nil
}

// expand returns an expression with the conditions of its predicates in it. It fails where
// a name in one of these means something else here.
func (s *Scope) expand(src string) (expansion, error) {
	e := s.predicates.all(src, func(name string) bool { return s.typed[name] != nil })
	for _, c := range s.predicates.calls(src) {
		if name := s.captured(c.of); name != "" {
			return e, &SourceError{Offset: c.from, Msg: fmt.Sprintf("%s: found %s, which means something else in its condition, want another name here", c.of.Name, name)}
		}
	}
	return e, nil
}

// captured returns a name in the condition of a predicate that means something else in this
// scope, "" for none.
func (s *Scope) captured(p *Predicate) string {
	tokens := tokensOf(p.Src)
	own := variables(p.Src)
	for i, t := range tokens {
		param := slices.ContainsFunc(p.Params, func(p Param) bool { return p.Name == t.Value })
		if !refers(tokens, i) || param || slices.Contains(own, t.Value) {
			continue
		}
		here, there := s.typed[t.Value], p.scope.typed[t.Value]
		v, _, _ := s.value(t.Value)
		w, _, _ := p.scope.value(t.Value)
		if (here == nil) != (there == nil) || s.lets[t.Value] != nil || there == nil && !reflect.DeepEqual(v.Data, w.Data) {
			return t.Value
		}
		if inner := s.predicates[t.Value]; inner != nil && inner.scope != nil {
			if name := s.captured(inner); name != "" {
				return name
			}
		}
	}
	return ""
}

// Text returns a predicate's condition with its arguments, "" if there is none of the name:
// what changes with it.
func (s *Scope) Text(name string) string {
	p := s.predicates[name]
	if p == nil {
		return ""
	}
	return p.signature() + ": " + p.Src
}

// asked returns the predicates that an expression asks, and those that these ask.
func (b book) asked(src string) book {
	found := book{}
	for todo := []string{src}; len(todo) > 0; todo = todo[1:] {
		for _, t := range tokensOf(todo[0]) {
			if p := b[t.Value]; p != nil && found[p.Name] == nil {
				found[p.Name] = p
				todo = append(todo, p.Src)
			}
		}
	}
	return found
}

// place gives the nodes of the tree of an expansion the places that they have in the
// expression.
func (e expansion) place(src string, tree ast.Node) {
	if e.from == nil {
		return
	}
	ast.Walk(&tree, visitor(func(n ast.Node) {
		at, _ := e.source(byteOffset(e.text, n.Location().From))
		from := utf8.RuneCountInString(src[:at])
		n.SetLocation(file.Location{From: from, To: from})
	}))
}

// fault returns a fault in an expansion as one of the expression: what is wrong with a
// predicate for what it is given is wrong with the call.
func (e expansion) fault(err error) error {
	se, ok := err.(*SourceError)
	if !ok || e.from == nil {
		return err
	}
	own := *se
	at, of := e.source(se.Offset)
	if own.Offset = at; of != nil {
		own.Of = of.Name
	}
	return &own
}
