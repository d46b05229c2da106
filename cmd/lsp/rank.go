package lsp

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// A tier is a source of counts with its weight.
type tier struct {
	frequency
	weight float64
	own    bool // of the author, so that its names are too
}

// tiers returns the counts of the hook around the cursor, its file, the other files of the folder
// and the packs.
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

// weightHook, weightFile and weightFolder are the weights of an occurrence in the hook, file and
// folder of the cursor, relative to one in a pack. believed is how much the more general places
// weigh for each different word at a place. classShare is the share of an occurrence that counts
// for its class.
const (
	weightHook, weightFile, weightFolder = 6.0, 6.0, 2.0
	believed                             = 1.5
	classShare                           = 0.3
)

// likeliest sorts candidates by how likely each is at a place, the most specific description first,
// and by what stands around it, nil for nothing.
func (w *world) likeliest(all []candidate, places []string, s *surrounding) []candidate {
	all = withoutRepeats(all)
	score := probable(all, places, w.tiers())
	if s != nil {
		own := probable(all, places, w.tiers()[1:])
		for i, c := range all {
			c.is = s.features(c)
			c.is[likely], c.is[likelyHere] = math.Log(score[i]), math.Log(own[i])
			if s.echo != nil {
				for side := range sides {
					c.is[echoLeft+side] = s.echo.of(side, c.label, score[i])
				}
			}
			all[i], score[i] = c, c.weighed()
		}
	}
	for i := range all {
		all[i].score = score[i] + all[i].bonus
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		if a.need != b.need {
			return map[bool]int{true: -1, false: 1}[a.need]
		}
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.label, b.label))
	})
	return all
}

// probable returns how likely each candidate is by what was counted. Authors' names share the counts
// of their class in packs.
func probable(all []candidate, places []string, tiers []tier) []float64 {
	class, shares := map[string]string{}, map[string]float64{}
	for _, c := range all {
		class[c.label] = c.class
		shares[c.class]++
	}
	score := make([]float64, len(all))
	for i := range score {
		score[i] = 1 / float64(len(all))
	}
	for _, p := range slices.Backward(places) {
		of, classes, total := countsAt(tiers, p, class)
		unseen := believed * float64(1+len(of))
		for i, c := range all {
			n := of[c.label]
			if c.class != "" {
				n += classes[c.class] / shares[c.class]
			}
			score[i] = (n + unseen*score[i]) / (total + unseen)
		}
	}
	return score
}

// countsAt returns the counts at a place: by word, by class, and in total.
func countsAt(tiers []tier, place string, class map[string]string) (of, classes map[string]float64, total float64) {
	of, classes = map[string]float64{}, map[string]float64{}
	for _, t := range tiers {
		for is, n := range t.frequency[place] {
			n := float64(n) * t.weight
			switch {
			case !t.own && strings.HasPrefix(is, "<"):
				classes[is] += n
			case t.own && class[is] != "":
				of[is] += n * (1 - classShare)
				classes[class[is]] += n * classShare
			default:
				of[is] += n
			}
			total += n
		}
	}
	return of, classes, total
}

// withoutRepeats removes candidates with repeated labels.
func withoutRepeats(all []candidate) []candidate {
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(c candidate) bool { was := seen[c.label]; seen[c.label] = true; return was })
}

// elsewhere returns the words at similar places of the folder, offered if nothing is known.
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
