package expr

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
)

// worded rewords a fault in terms of expressions, as expr describes what its compiler can't do.
func (s *Scope) worded(src string, f *SourceError) *SourceError {
	if meant := foreign(src, f); meant != nil {
		return meant
	}
	for _, w := range wordings {
		m := w.of.FindStringSubmatch(f.Msg)
		if m == nil {
			continue
		}
		said := *f
		if said.Msg = w.say(s, src[:min(f.Offset, len(src))], src[min(f.Offset, len(src)):], m[1:]); said.Msg != "" {
			return &said
		}
	}
	return f
}

// wordings maps expr's messages to functions that reword them, given the source before and after
// the fault and the submatches.
var wordings = []struct {
	of  *regexp.Regexp
	say func(s *Scope, before, after string, m []string) string
}{
	{regexp.MustCompile(`^invalid char escape$`), badEscape},
	{regexp.MustCompile(`^literal not terminated$`), func(*Scope, string, string, []string) string {
		return "found a text that doesn't end, want the quote that it begins with at its end"
	}},
	{regexp.MustCompile(`^unrecognized character: U\+\w+ '(.+)'$`), func(_ *Scope, _, _ string, m []string) string {
		return fmt.Sprintf("found %s, which means nothing in an expression, want it in a text: '%s'", m[0], m[0])
	}},
	{regexp.MustCompile(`^unexpected token (?:EOF|\w+\("(.+)"\))$`), badToken},
	{regexp.MustCompile(`^a map key must be .*$`), func(_ *Scope, before, _ string, _ []string) string {
		if !strings.HasSuffix(before, "{") {
			return ""
		}
		return "found {{ in an expression, want what stands in it alone"
	}},
	{regexp.MustCompile(`^Operator \((.+)\) and coalesce expressions`), func(_ *Scope, _, _ string, m []string) string {
		return fmt.Sprintf("found ?? beside %s, want one of them in parentheses: (A ?? B) %s C", m[0], m[0])
	}},
	{regexp.MustCompile(`^invalid operation: (\S+) \(mismatched types (.+) and (.+)\)$`), badOperands},
	{regexp.MustCompile(`^invalid operation: (\S+) \(mismatched type (.+)\)$`), func(_ *Scope, _, _ string, m []string) string {
		text := fmt.Sprintf("found %s before %s, want it before true or false", m[0], typeInWords(m[1]))
		if m[1] == "string" {
			text += ": not (TEXT contains PART), or TEXT not contains PART"
		}
		return text
	}},
	{regexp.MustCompile(`^(?:expected bool, but got|non-bool expression \(type) (.+?)\)?$`), func(_ *Scope, _, _ string, m []string) string {
		return fmt.Sprintf("found %s, want true or false", typeInWords(m[0]))
	}},
	{regexp.MustCompile(`^cannot use (.+) as argument \(type (.+)\) to call (\S+) ?$`), func(s *Scope, _, _ string, m []string) string {
		return fmt.Sprintf("%s: found %s, want %s", s.signature(m[2]), typeInWords(m[0]), typeInWords(m[1]))
	}},
	{regexp.MustCompile(`^(not enough|too many) arguments to call (\S+)$`), func(s *Scope, _, after string, m []string) string {
		if want := takes(m[1], after); want != "" {
			return fmt.Sprintf("found what %s doesn't take, want %s", m[1], want)
		}
		return fmt.Sprintf("found %s arguments, want %s", map[string]string{"not enough": "too few", "too many": "too many"}[m[0]], s.signature(m[1]))
	}},
	{regexp.MustCompile(`^expected at least (\d+) arguments$`), tooFew},
	{regexp.MustCompile(`^cannot use (.+) as type (.+) in array$`), badItem},
	{regexp.MustCompile(`^cannot (?:get )?(\w+)(?: element)?(?: from)? (\S+)$`), func(_ *Scope, _, _ string, m []string) string {
		return fmt.Sprintf("found %s in %s(…), which doesn't take it", typeInWords(m[1]), m[0])
	}},
	{regexp.MustCompile(`^invalid number of arguments \(expected (.+), got (\d+)\)$`), func(_ *Scope, _, _ string, m []string) string {
		return fmt.Sprintf("found %s arguments, want %s", m[1], m[0])
	}},
	{regexp.MustCompile(`^invalid argument for (\S+) \(type (.+)\)$`), func(_ *Scope, _, _ string, m []string) string {
		return fmt.Sprintf("found %s in %s(…), which doesn't take it", typeInWords(m[1]), m[0])
	}},
	{regexp.MustCompile(`^type (.+)\[(?:int|string)\] is undefined$`), func(_ *Scope, _, _ string, m []string) string {
		of := typeInWords(m[0])
		if m[0] == "string" {
			return "found [ ] after " + of + ", want [0:1] for a part of it"
		}
		return "found [ ] after " + of + ", want it without, or a field of it"
	}},
	{regexp.MustCompile(`^(.+) is not callable$`), func(_ *Scope, _, _ string, m []string) string {
		return fmt.Sprintf("found () after %s, want it without", typeInWords(m[0]))
	}},
}

// tooFew rewords a call that lacks the condition on each item.
func tooFew(_ *Scope, before, _ string, _ []string) string {
	if m := unclosed.FindStringSubmatch(before); m != nil {
		return fmt.Sprintf("found %s of a list alone, want also what is asked of each item: %[1]s(LIST, .FIELD == …)", m[1])
	}
	return ""
}

// unclosed matches the function that is called without a second argument.
var unclosed = regexp.MustCompile(`(\w+)\((?:[^()]|\([^()]*\))*$`)

// badEscape rewords an invalid escape in a quoted text.
func badEscape(_ *Scope, before, after string, _ []string) string {
	text := before + after
	at := strings.LastIndexByte(text[:min(len(before)+1, len(text))], '\\')
	if at < 0 || at+1 >= len(text) {
		return ""
	}
	escape := string([]rune(text[at:])[:2])
	return fmt.Sprintf("found the escape %s in quotes, want the text in `…` and the CUE around it in #\"…\"#, where a \\ stands for itself", escape)
}

// badToken rewords an unexpected token.
func badToken(_ *Scope, before, after string, m []string) string {
	token := m[0]
	last := strings.TrimRightFunc(before, unicode.IsSpace)
	_, word := runAt(before, len(before), isLetter)
	switch {
	case token == "" && strings.Count(before, "(") > strings.Count(before, ")"):
		return "found the end of the expression, want ) before it"
	case token == "":
		return "found the end of the expression, want a value"
	case token == ")" && strings.Count(before, "(") <= strings.Count(before, ")"):
		return "found ) without its (, want both or none"
	case token == "if":
		return "found if, want CONDITION ? A : B"
	case token == "#":
		if itemUse.MatchString(after) {
			return "found # outside of a call for each item, want it within one: any(LIST, #.name == 'x')"
		}
		return "found #, want // before a comment"
	case word != "" && strings.HasSuffix(before, word) && strings.ContainsAny(after[:min(1, len(after))], "'\"`"):
		return fmt.Sprintf("found %s before a text, want the text alone", word)
	case strings.HasPrefix(token, "."):
		return fmt.Sprintf("found %s, want [%s] for an item of a list", token, token[1:])
	case token == ":" && oneBrace.MatchString(last):
		return "found { and a name, want {{ … }} for an object that is made for each item"
	case operand(last):
		return fmt.Sprintf("found %s, want an operator before it, such as == or and", token)
	}
	return fmt.Sprintf("found %s, want a value", token)
}

// itemUse matches a use of the item of a list, as opposed to a comment.
var itemUse = regexp.MustCompile(`^#\s*(\.|\[|[=!<>]|(in|not|matches|contains|startsWith|endsWith)\b)`)

// oneBrace matches the arguments of a call such as map( up to the name of an object's first field.
var oneBrace = regexp.MustCompile(`\w\([^{}]*,\s*\{\s*['"]?\w+['"]?$`)

// operand reports whether a source text ends in a value.
func operand(src string) bool {
	return src != "" && (strings.ContainsAny(src[len(src)-1:], "'\"`)]}") || isLetter(rune(src[len(src)-1])) && !IsWord(lastWord(src)))
}

func lastWord(src string) string {
	_, word := runAt(src, len(src), isLetter)
	return word
}

// badOperands rewords an operator with operands that it doesn't accept.
func badOperands(_ *Scope, _, _ string, m []string) string {
	op, a, b := m[0], typeInWords(m[1]), typeInWords(m[2])
	text := fmt.Sprintf("found %s %s %s", a, op, b)
	switch {
	case op == "in" && m[1] == "string" && m[2] == "string":
		return text + ", want TEXT contains PART"
	case op == "contains" && b == "a text":
		return text + ", want ITEM in LIST"
	case op == "+" && (a == "a text" || b == "a text"):
		return text + ", want string(VALUE) of what is no text"
	case op == ".." && a == "a text":
		return text + ", want + to join texts"
	}
	return text + ", want both of one type"
}

// takes returns how a function of expr that may be called in several ways is called with as many
// arguments as it has at the beginning of a source text; "" for other functions and numbers: expr
// then says of one way that it takes more or fewer.
func takes(name, call string) string {
	at, ok := builtin.Index[name]
	if !ok || len(builtin.Builtins[at].Types) < 2 {
		return ""
	}
	tokens := read(call).tokens
	if len(tokens) < 2 || tokens[0].Value != name {
		return ""
	}
	args, _ := arguments(call, tokens, 1)
	for _, way := range builtin.Builtins[at].Types {
		if way.NumIn() != len(args) {
			continue
		}
		var words []string
		for i := range args {
			word := typeInWords(way.In(i).String())
			if way.In(i) == reflect.TypeFor[[]string]() {
				word = "a list of texts"
			}
			words = append(words, word)
		}
		return name + "(" + strings.Join(words, ", ") + ")"
	}
	return ""
}

// badItem rewords in with a list of values of another type.
func badItem(_ *Scope, _, _ string, m []string) string {
	if strings.HasPrefix(m[0], "[]") {
		return "found a list as an item of a list, whose items are each " + typeInWords(m[1]) + "; want any(LIST, # in …)"
	}
	return fmt.Sprintf("found %s in a list, whose items are each %s; want any(LIST, .FIELD == …)", typeInWords(m[0]), typeInWords(m[1]))
}

// typeInWords returns the noun for values of a type, given as expr prints it.
func typeInWords(typ string) string {
	switch {
	case strings.HasPrefix(typ, "[]"):
		return "a list"
	case strings.HasPrefix(typ, "map["), strings.HasPrefix(typ, "struct {"):
		return "an object"
	case strings.HasPrefix(typ, "int"), strings.HasPrefix(typ, "uint"):
		return "a whole number"
	case strings.HasPrefix(typ, "float"):
		return "a number"
	}
	if said := typeWords[typ]; said != "" {
		return said
	}
	name, _, _ := strings.Cut(typ, "[")
	if _, own, ok := strings.Cut(strings.TrimPrefix(name, "*"), "."); ok { // a Go type, such as effects.Command
		return "a " + strings.ToLower(strings.TrimSuffix(own, "Of"))
	}
	return typ
}

var typeWords = map[string]string{"string": "a text", "bool": "true or false", "time.Time": "a time", "time.Duration": "a duration", "effects.Effects": "all that call() says"}

// signature returns a name with its parameters in the form of a call.
func (s *Scope) signature(name string) string {
	if fact, ok := s.facts[name]; ok {
		return name + "(" + fact.Params + ")"
	}
	if p := s.predicates[name]; p != nil {
		return p.signature()
	}
	return name + "()"
}

// checkCalled reports a function that an expression uses without calling it, unless the name is a
// value's.
func (s *Scope) checkCalled(src string, values map[string]Value) error {
	is, called := read(src), map[ast.Node]bool{}
	is.walk(func(n ast.Node) {
		if call, ok := n.(*ast.CallNode); ok {
			called[call.Callee] = true
		}
	})
	for _, id := range is.identifiers {
		_, known := values[id.Value]
		known = known || slices.Contains(is.variables, id.Value)
		if typ := reflect.TypeOf(s.typed[id.Value]); !known && !called[id] && typ != nil && typ.Kind() == reflect.Func {
			return &SourceError{Offset: byteOffset(src, id.Location().From),
				Msg: fmt.Sprintf("found %s, want it called: %s", id.Value, s.signature(id.Value))}
		}
	}
	return nil
}
