package expr

import (
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/parser/lexer"
)

// A book holds predicates by name.
type book map[string]*Predicate

// An invocation is a predicate's call in an expression.
type invocation struct {
	of       *Predicate
	from, to int // bytes
	args     []string
}

// invocations returns the calls of predicates in an expression, in order, except those in arguments
// of other calls.
func (b book) invocations(src string) (all []invocation) {
	if len(b) == 0 {
		return nil
	}
	tokens := read(src).tokens
	for i := 0; i+1 < len(tokens); i++ {
		p := b[tokens[i].Value]
		if p == nil || p.scope == nil || !refers(tokens, i) || !tokens[i+1].Is(lexer.Bracket, "(") {
			continue
		}
		args, last := arguments(src, tokens, i+1)
		if len(args) == len(p.Params) {
			all = append(all, invocation{p, tokens[i].From, tokens[last].To, args})
		}
		i = last
	}
	return all
}

// arguments returns the texts between the parenthesis at i and its closing one, and the index of
// the latter.
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

// refers reports whether the token at i is a name, but not that of a field or a key.
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

// items reports whether tokens use the item of an enclosing list, as # or as .field alone.
func items(tokens []lexer.Token) bool {
	for i, t := range tokens {
		if t.Is(lexer.Operator, "#") || t.Is(lexer.Operator, ".") && (i == 0 || tokens[i-1].Kind == lexer.Operator || tokens[i-1].Is(lexer.Bracket, "(", "[", "{")) {
			return true
		}
	}
	return false
}

// condition returns the condition that replaces a call; calls of predicates in it are unexpanded.
// taken reports names that its lets can't have.
func (c invocation) condition(taken func(name string) bool) string {
	return c.fill(c.of.Src, taken, true)
}

// docs returns the docs of the parts of that condition, by Plain of the parts.
func (c invocation) docs(taken func(name string) bool) map[string]string {
	all := map[string]string{}
	for src, doc := range c.of.Docs {
		all[Plain(c.fill(src, taken, false))] = doc
	}
	return all
}

// fill returns a text of the predicate with the arguments in place of the parameters. An argument
// that would be evaluated several times, or whose # would refer to an item of another list, is
// bound by let; if whole is set, the lets begin the text.
func (c invocation) fill(src string, taken func(name string) bool, whole bool) string {
	body, all := read(src).tokens, read(c.of.Src).tokens
	named, lets := map[string]string{}, ""
	for i, param := range c.of.Params {
		arg := read(c.args[i]).tokens
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

// uses counts the references to a name.
func uses(tokens []lexer.Token, name string) (n int) {
	for i, t := range tokens {
		if t.Value == name && refers(tokens, i) {
			n++
		}
	}
	return n
}

// atomic reports whether an expression can be an operand of any operator without parentheses.
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

// free returns a name similar to another one that isn't taken.
func free(name string, taken func(string) bool) string {
	like := name
	for n := 2; taken(name); n++ {
		name = like + strconv.Itoa(n)
	}
	return name
}
