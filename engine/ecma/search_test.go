package ecma

import (
	"fmt"
	"strings"
	"testing"

	"bcrules.dev/engine/wire"
)

// shownMatches writes matches as text@place(group,group); a group without a match is -.
func shownMatches(text string, all [][]int) string {
	var shown []string
	for _, m := range all {
		var groups []string
		for i := 2; i < len(m); i += 2 {
			if m[i] < 0 {
				groups = append(groups, "-")
			} else {
				groups = append(groups, text[m[i]:m[i+1]])
			}
		}
		shown = append(shown, fmt.Sprintf("%s@%d(%s)", text[m[0]:m[1]], m[0], strings.Join(groups, ",")))
	}
	return strings.Join(shown, " ")
}

// The results of JavaScript's matchAll(), with places in bytes.
func TestFind(t *testing.T) {
	tests := []struct{ source, flags, text, want string }{
		{`(\d+)\.(\d+)`, "", "v1.20, v3.4", "1.20@1(1,20) 3.4@8(3,4)"},
		{`(?<major>\d+)(?:-(\w+))?`, "", "1 2-rc", "1@0(1,-) 2-rc@2(2,rc)"},
		{`a|ab`, "", "ab", "a@0()"},
		{`(a)|(b)`, "", "ab", "a@0(a,-) b@1(-,b)"},
		{`a*`, "", "baaac", "@0() aaa@1() @4() @5()"},
		{`a*?`, "", "ba", "@0() @1() @2()"},
		{`\b`, "", "ab cd", "@0() @2() @3() @5()"},
		{`^.*$`, "m", "a\rb\n\u2028", "a@0() b@2() @4() @7()"},
		{`^`, "", "ab", "@0()"},
		{`$`, "m", "a\nb", "@1() @3()"},
		{`x*`, "", "é", "@0() @2()"},
		{`é+(.)`, "", "zéé😀", "éé😀@1(😀)"},
		{`(?=(\w))\w`, "", "ab", "a@0(-) b@1(-)"}, // but for the group: JavaScript keeps what one in a look matched
		{`(\w+)(?!\()\b`, "", "f( g", "g@3(g)"},
		{`(?<=\$)(\d+)`, "", "$4 5 $66", "4@1(4) 66@6(66)"},
		{`(?<!-)\b(\w)(\w*)`, "", "ab -cd e", "ab@0(a,b) e@7(e,)"},
		{`(?=b)|a`, "", "aab", "a@0() a@1() @2()"},
		{`(a+)(a*)(?!x)`, "", "aaax", "aa@0(aa,)"},
		{`(a+?)(a*)(?!x)`, "", "aaax", "aa@0(a,a)"},
		{`((a)|b)+?c(?!d)`, "", "abc", "abc@0(b,a)"}, // JavaScript forgets (a) at the next turn
		{`(\*\*)(.+?)\1?`, "", "", ""},
		{`KEY: (.*)`, "i", "key: ä\nKey:  b", "key: ä@0(ä) Key:  b@8( b)"},
		{`((x)(y))?z`, "", "xyz z", "xyz@0(xy,x,y) z@4(-,-,-)"},
		{`[]`, "", "a", ""},
	}
	for _, test := range tests {
		s, err := TranslateSearch(test.source, test.flags)
		if err != nil {
			if test.want != "" {
				t.Errorf("/%s/%s: %v", test.source, test.flags, err)
			}
			continue
		}
		f := s.Finder()
		if got := shownMatches(test.text, f.Find(test.text, 100)); got != test.want {
			t.Errorf("/%s/%s in %q: %s, want %s", test.source, test.flags, test.text, got, test.want)
		}
		if got := shownMatches(test.text, f.Find(test.text, 1)); !strings.HasPrefix(test.want, got) {
			t.Errorf("/%s/%s in %q: the first is %s, want the first of %s", test.source, test.flags, test.text, got, test.want)
		}
	}
}

// Both ways of searching find the same, and find something exactly if there is a match.
func FuzzFind(f *testing.F) {
	for _, s := range []string{`(a+)(b?)`, `(x|yz)+`, `(?<n>\d)-(\w)`, `\ba.c\b`, `[^\s]+(é)`, `(a(?=b))|c`, `(?<!a)b*`, `(a|b)*?c`} {
		f.Add(s, "i", "aab xyz 1-x abc é\r\nAB c")
	}
	f.Fuzz(func(t *testing.T, source, flags, text string) {
		if len(source) > 40 || len(text) > 200 {
			return
		}
		s, err := TranslateSearch(source, flags)
		if err != nil {
			return
		}
		finder := s.Finder()
		all := finder.Find(text, 1000)
		p, err := Compile(source, flags)
		if err != nil || p.Match(text) != (len(all) > 0) {
			t.Errorf("/%s/%s in %q: %d found, match %t (%v)", source, flags, text, len(all), p.Match(text), err)
		}
		last := 0
		for _, m := range all {
			if m[0] < last || m[1] < m[0] || m[1] > len(text) {
				t.Errorf("/%s/%s in %q: found %v after %d", source, flags, text, m, last)
			}
			last = m[1]
		}
		machine, err := finder.machine()
		if err != nil {
			t.Fatalf("/%s/%s: %v", source, flags, err)
		}
		if other := kept(t, s).Finder().Find(text, 1000); shownMatches(text, other) != shownMatches(text, all) {
			t.Errorf("/%s/%s in %q: %v, as it was stored %v", source, flags, text, all, other)
		}
		re := finder.re()
		if (re == nil) != (s.Empty || len(s.Looks) > 0) {
			t.Fatalf("/%s/%s: run by package regexp: %t", source, flags, re != nil)
		}
		if re == nil || s.Lines && endsOtherwise(text) {
			return
		}
		one, other := machine.find(text, len(s.Names), 1000), re.find(text, len(s.Names), 1000)
		if shownMatches(text, one) != shownMatches(text, other) {
			t.Errorf("/%s/%s in %q: %v, by package regexp %v", source, flags, text, one, other)
		}
	})
}

// kept returns a search as it is read back.
func kept(t *testing.T, s Search) (read Search) {
	w := wire.NewWriter()
	s.Code(w)
	r := wire.NewReader(w.Bytes())
	if read.Code(r); w.Err() != nil || r.Err() != nil || len(r.Rest()) > 0 {
		t.Fatalf("%+v: stored %v, read %v", s, w.Err(), r.Err())
	}
	return read
}

// A damaged plan gives an error, or an automaton that runs to its end.
func FuzzReadAutomaton(f *testing.F) {
	for _, s := range []string{`(a+)(b?)\bé$`, `(?<!-)\b(\w)(\w*)`, `[^\s]+(é)|x`} {
		p, err := TranslateSearch(s, "i")
		if err != nil {
			f.Fatal(err)
		}
		a, err := newAutomaton(p.Expr, false)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(a.stored(), "aab x-y é")
	}
	f.Fuzz(func(t *testing.T, data, text string) {
		a, err := readAutomaton(data, false)
		if err != nil {
			return
		}
		for i := range a.look {
			a.look[i], a.group[i] = -1, min(max(a.group[i], 0), 9)
		}
		m := &machine{whole: a}
		if found, all := m.match(text), m.find(text, 9, 10); found != (len(all) > 0) {
			t.Errorf("%q on %q: match %t, found %v", data, text, found, all)
		}
	})
}

func BenchmarkFind(b *testing.B) {
	text := strings.Repeat("some words 1.2 and more of them v1.23, ", 250)
	for name, source := range map[string]string{"plain": `(\d+)\.(\d+)`, "look": `(?<=v)(\d+)\.(\d+)`} {
		s, _ := TranslateSearch(source, "")
		f := s.Finder()
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f.Find(text, 10000)
			}
		})
	}
}

// A pattern is only prepared if a text has what it needs.
func TestFindUnready(t *testing.T) {
	s, err := TranslateSearch(`(\w+)-key`, "i")
	if err != nil {
		t.Fatal(err)
	}
	f, asked := s.Finder(), 0
	ready := f.machine
	f.machine = func() (*machine, error) { asked++; return ready() }
	if found := f.Find("nothing of the kind", 1); found != nil || asked > 0 {
		t.Errorf("found %v, made ready %d times, want neither", found, asked)
	}
	if found := f.Find("an API-KEY", 1); len(found) != 1 || asked != 1 {
		t.Errorf("found %v, made ready %d times, want one match", found, asked)
	}
}
