package lsp

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// A place is one in a file of a pack with the word that stands there.
type testPlace struct {
	kind     string
	text     *Text
	from, to int // what is taken away, as it isn't written yet
	word     string
}

// testPlaces returns the places of a text at which something is to choose.
func testPlaces(t *Text) (all []testPlace) {
	var look func(n *Node)
	look = func(n *Node) {
		for _, c := range n.Nodes {
			if c.Label != "" && !named[n.Label] && len(n.path()) > 0 && n.path()[0] == "hooks" {
				all = append(all, testPlace{"label", t, c.At, c.To, c.Label})
			}
			look(c)
		}
		if n.Label == "on" || n.Label == "match" || n.Label == "pick" || n.Label == "onError" {
			for _, l := range n.Texts {
				if from, to := l.inner(); !strings.ContainsAny(l.Lit, "|*.^$(") {
					all = append(all, testPlace{"value", t, from, to, l.Value()})
				}
			}
		}
		for _, e := range n.holes(t.Data) {
			words := wordsOf(e.Src)
			for i, w := range words {
				switch {
				case w.kind == wordName && i > 0 && (words[i-1].is == "." || words[i-1].is == "?."):
					all = append(all, testPlace{"field", t, e.At + w.at, e.At + len(e.Src), w.is})
				case w.kind == wordName:
					all = append(all, testPlace{"name", t, e.At + w.at, e.At + len(e.Src), w.is})
				}
			}
		}
	}
	look(t.tree)
	return all
}

// At places of the shipped packs drawn by a seed, nothing of the word typed and nothing after
// it, the word that stood there is among the first five that are offered. What ranks is counted
// in the other packs alone, as somebody's own rules aren't counted either.
func TestFirstFive(t *testing.T) {
	r := testReference(t)
	const seed, drawn = 20261126, 300
	random := rand.New(rand.NewPCG(seed, seed))
	var all []testPlace
	packOf := map[*Text]string{}
	for _, pack := range []string{"brewcode", "continuity", "guard", "lessons", "megabrain"} {
		for _, text := range r.packs[pack] {
			packOf[text] = pack
			all = append(all, testPlaces(text)...)
		}
	}
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	hits, tried := map[string]int{}, map[string]int{}
	others := map[string]*Reference{}
	for _, p := range all[:drawn] {
		pack := packOf[p.text]
		if others[pack] == nil {
			o := &Reference{Schema: r.Schema, packs: r.packs, often: frequency{}}
			for name, texts := range r.packs {
				for _, text := range texts {
					if name != pack {
						o.often.count(text, r.given)
					}
				}
			}
			others[pack] = o
		}
		cut := newText(p.text.Path, 1, p.text.Data[:p.from]+p.text.Data[p.to:])
		files := []*Text{cut}
		for _, text := range r.packs[pack] {
			if text != p.text {
				files = append(files, text)
			}
		}
		c := cut.cursor(p.from)
		var labels []string
		for _, o := range others[pack].world(files, c.Node).complete(c) {
			labels = append(labels, o.label)
		}
		tried[p.kind]++
		if slices.Contains(labels[:min(5, len(labels))], p.word) {
			hits[p.kind]++
		} else if os.Getenv("MISSES") != "" {
			t.Logf("%s %q in %q: %v (%d)", p.kind, p.word, p.text.Data[max(0, p.from-60):p.from], labels[:min(5, len(labels))], slices.Index(labels, p.word))
		}
	}
	sum := 0
	for _, n := range hits {
		sum += n
	}
	t.Logf("%d of %d: %v of %v", sum, drawn, hits, tried)
	if sum*100 < drawn*firstFive {
		t.Errorf("found %d of %d among the first five, want %d in a hundred", sum, drawn, firstFive)
	}
}

// firstFive is how many of a hundred are among the first five, at least, as it is now: packs name much
// that only their authors know. 90 are wanted.
const firstFive = 30
