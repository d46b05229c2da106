package lsp

import (
	"cmp"
	"slices"
	"strings"
)

// A tier is where something was counted, and how much a case of it says.
type tier struct {
	frequency
	weight float64
	own    bool // of the author: names are the author's, too
}

// tiers are what was counted: in the hook around the cursor, in its file, in the other files of the
// folder and in packs.
func (w *world) tiers() []tier {
	if w.counted != nil {
		return w.counted
	}
	text := w.textOf(w.node)
	all := []tier{{w.often, 1, false}}
	if text != nil && w.hook != nil {
		all = append(all, tier{frequencyOf(w.hook, text.Data), weightHook, true})
	}
	for _, t := range w.files {
		weight := weightFolder
		if t == text {
			weight = weightFile
		}
		all = append(all, tier{t.often(), weight, true})
	}
	w.counted = all
	return all
}

// How much a case in the hook, in the file and in the folder of the cursor says, where one in a pack
// says 1; of how many cases of a place as much is believed as of what is known of wider places; and how
// much a name of an author's own says of others of its class.
const (
	weightHook, weightFile, weightFolder = 6.0, 6.0, 2.0
	believed                             = 4.0
	classShare                           = 0.3
)

// likeliest sorts candidates by how often such stand in a place, the nearer descriptions of it first.
// Names that authors gave share what all of their class have in packs.
func (w *world) likeliest(all []candidate, places []string) []candidate {
	all = once(all)
	class, shares := map[string]string{}, map[string]float64{}
	for _, c := range all {
		class[c.label] = c.class
		shares[c.class] += c.near
	}
	score := make([]float64, len(all))
	for i := range score {
		score[i] = 1 / float64(len(all))
	}
	for _, p := range slices.Backward(places) {
		of, classes, total := w.stood(p, class)
		for i, c := range all {
			n := of[c.label]
			if c.class != "" && shares[c.class] > 0 {
				n += classes[c.class] * c.near / shares[c.class]
			}
			score[i] = (n + believed*score[i]) / (total + believed)
		}
	}
	by := map[string]float64{}
	for i, c := range all {
		by[c.label] = score[i] + c.told
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		if a.need != b.need {
			return map[bool]int{true: -1, false: 1}[a.need]
		}
		return cmp.Or(cmp.Compare(by[b.label], by[a.label]), strings.Compare(a.label, b.label))
	})
	return all
}

// stood returns how much was counted in a place, of words, of classes and altogether.
func (w *world) stood(place string, class map[string]string) (of, classes map[string]float64, total float64) {
	of, classes = map[string]float64{}, map[string]float64{}
	for _, t := range w.tiers() {
		for is, n := range t.frequency[place] {
			n := float64(n) * t.weight
			total += n
			switch {
			case !t.own && strings.HasPrefix(is, "<"):
				classes[is] += n
			case t.own && class[is] != "":
				of[is] += n * (1 - classShare)
				classes[class[is]] += n * classShare
			default:
				of[is] += n
			}
		}
	}
	return of, classes, total
}

// once leaves out what was there before under the same label.
func once(all []candidate) []candidate {
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(c candidate) bool { was := seen[c.label]; seen[c.label] = true; return was })
}

// elsewhere are the words that stand in such places of the folder: what is offered where nothing is
// known.
func (w *world) elsewhere(kind int, places []string) (all []candidate) {
	for _, t := range w.tiers() {
		if !t.own {
			continue
		}
		for _, p := range places {
			for is := range t.frequency[p] {
				if is != "" {
					all = append(all, candidate{label: is, kind: kind})
				}
			}
		}
	}
	return all
}
