package lsp

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
)

// A choice is a place with the candidates offered there, one of which is the word.
type choice struct {
	candidates []candidate
	is         int // the word, -1 if it isn't offered
	half       uint32
}

// score sets the candidates' scores by weights.
func (p choice) score(by [groups][features]float64) []float64 {
	all := make([]float64, len(p.candidates))
	for i, c := range p.candidates {
		g := c.group()
		for k, f := range c.is {
			all[i] += f * by[g][k]
		}
	}
	return all
}

// found counts the choices whose word is among the first five.
func found(all []choice, by [groups][features]float64) (n int) {
	for _, p := range all {
		if p.is < 0 {
			continue
		}
		score, better := p.score(by), 0
		for _, s := range score {
			if s > score[p.is] {
				better++
			}
		}
		if better < 5 {
			n++
		}
	}
	return n
}

// fitted returns the weights that make the words likeliest (a softmax, by Adam's steps).
func fitted(all []choice) (by [groups][features]float64) {
	for g := range groups {
		by[g][likely] = 1
	}
	all = slices.DeleteFunc(slices.Clone(all), func(p choice) bool { return p.is < 0 })
	random := rand.New(rand.NewPCG(3, 3))
	var mean, square [groups][features]float64
	const rounds, batch = 14, 32
	step := 0.0
	for round := range rounds {
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for some := range slices.Chunk(all, batch) {
			slope := slopeOf(some, by)
			step++
			for g := range groups {
				for k := range features {
					s := slope[g][k]/float64(len(some)) - 0.0005*by[g][k]
					mean[g][k] = 0.9*mean[g][k] + 0.1*s
					square[g][k] = 0.99*square[g][k] + 0.01*s*s
					by[g][k] += 0.05 * (1 - float64(round)/rounds) * mean[g][k] / (1 - math.Pow(0.9, step)) / (math.Sqrt(square[g][k]/(1-math.Pow(0.99, step))) + 1e-4)
				}
			}
		}
	}
	return by
}

// slopeOf returns how the words' likelihood rises with each weight.
func slopeOf(some []choice, by [groups][features]float64) (slope [groups][features]float64) {
	for _, p := range some {
		score := p.score(by)
		most, sum := slices.Max(score), 0.0
		for i := range score {
			score[i] = math.Exp(score[i] - most)
			sum += score[i]
		}
		for i, c := range p.candidates {
			d := -score[i] / sum
			if i == p.is {
				d++
			}
			if g := c.group(); math.Abs(d) > 1e-4 {
				for k, f := range c.is {
					slope[g][k] += d * f
				}
			}
		}
	}
	return slope
}

// FIT=3000 fits the weights at that many places, with what follows and without, and prints them.
// What the weights of one half of the files find in the other is what an author may expect.
func TestWeights(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("FIT"))
	if n == 0 {
		t.Skip("FIT=3000 fits the weights")
	}
	r := testReference()
	all, folder, others := testDraw(r, 11)
	var halves [2][]choice
	for i := range 2 * min(n, len(all)) {
		p := all[i/2]
		h := fnv.New32()
		_, _ = h.Write([]byte(p.text.Path))
		o := choice{half: h.Sum32() % 2}
		o.candidates, _ = p.offers(others[p.text], folder[p.text], i%2 == 1)
		o.is = slices.IndexFunc(o.candidates, func(c candidate) bool { return c.label == p.word })
		if len(o.candidates) > 0 && o.candidates[0].is != [features]float64{} {
			o.candidates = slices.Clone(o.candidates[:min(len(o.candidates), max(150, o.is+1))]) // the others hardly count
			halves[o.half] = append(halves[o.half], o)
		}
	}
	for i, half := range halves {
		other := halves[1-i]
		t.Logf("of %d places in one half, the weights of the other find %d, those in use %d", len(half), found(half, fitted(other)), found(half, weights))
	}
	for _, group := range fitted(slices.Concat(halves[0], halves[1])) {
		t.Logf("%.2f", group)
	}
}
