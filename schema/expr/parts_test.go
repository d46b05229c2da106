package expr

import (
	"fmt"
	"strings"
	"testing"

	"bcrules.dev/engine"
)

func TestParts(t *testing.T) {
	asked := 0
	names := map[string]any{
		"event": map[string]any{"name": "x", "n": 3, "list": []any{"a", "b"},
			"all": []any{map[string]any{"a": false}, map[string]any{"a": true, "b": false}, map[string]any{"a": false}}},
		"yes":   func() (any, error) { return true, nil },
		"no":    func() (bool, error) { return false, nil },
		"never": func() (bool, error) { asked++; return true, nil },
		"fails": func() (any, error) { return nil, fmt.Errorf("found nothing") },
	}
	data := map[string]any{"words": []any{"x", "y"}, "of": map[string]any{"n": 2}}
	names["holds"] = func(any) (any, error) { return true, nil }
	tests := []struct{ src, want string }{
		{"event.name in words", "event.name=x words=[x y]"},
		{"!holds(of.n)", "holds(of.n)=true(of.n=2)"},
		{"!holds(event.n)", "holds(event.n)=true(event.n=3)"},
		{"event.name == 'x'", "event.name=x"},
		{"yes()", ""},
		{"!no()", "no()=false"},
		{"no() && never()", "no()=false never()?"},
		{"yes() || never()", "yes()=true never()?"},
		{"no() && never() && event.n > 2", "no()=false never()? event.n > 2?"},
		{"yes() && event.n > 2 && no()", "yes()=true event.n > 2=true(event.n=3) no()=false"},
		{"no() || event.n < 2 && never()", "no()=false event.n < 2 && never()=false(event.n < 2=false(event.n=3) never()?)"},
		{"yes() ? no() : never()", "yes()=true no()=false never()?"},
		{"no() ? never() : yes()", "no()=false yes()=true never()?"},
		{"len(event.list) == 2", "len(event.list)=2(event.list=[a b])"},
		{"event.name in ['x', 'y']", "event.name=x"},
		{"filter(event.list, # != 'a') == ['b']", `filter(event.list, # != "a")=[b](event.list=[a b] #=b(# != "a"=true(#=b)))`},
		// the item that decided, or else the nearest
		{"any(event.all, .a && .b)", "event.all=[map[a:false] map[a:true b:false] map[a:false]] #=map[a:true b:false](.a && .b=false(.a=true .b=false))"},
		{"all(event.list, # == 'a')", `event.list=[a b] #=b(# == "a"=false(#=b))`},
		{"none([], # == 'a')", ""},
		{"any(event.all, any(event.list, # == 'y'))", `event.all=[map[a:false] map[a:true b:false] map[a:false]] #=map[a:false](any(event.list, # == "y")=false(event.list=[a b] #=a(# == "y"=false(#=a))))`},
		{"duration('24h') > duration('1h')", ""},
		{"fails() == 1", "fails()!found nothing"},
		{"event.absent?.more == nil", "event.absent?.more=<nil>"},
		{"let a = event.n; a > 2", "event.n=3 a > 2=true(a=3)"},
		{"1 +", ""},
	}
	for _, test := range tests {
		if got := line(Parts(test.src, names, Known{Values: data}).Parts); got != test.want {
			t.Errorf("%s: %s, want %s", test.src, got, test.want)
		}
	}
	if asked != 0 {
		t.Errorf("what wasn't reached was asked %d times", asked)
	}
}

func line(all []engine.Finding) string {
	var words []string
	for _, f := range all {
		word := fmt.Sprintf("%s=%v", f.Src, f.Value)
		switch {
		case f.Skip:
			word = f.Src + "?"
		case f.Error != "":
			first, _, _ := strings.Cut(f.Error, " (")
			word = f.Src + "!" + first
		}
		if len(f.Parts) > 0 {
			word += "(" + line(f.Parts) + ")"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}
