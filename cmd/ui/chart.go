package ui

import (
	"cmp"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"

	svg "github.com/ajstarks/svgo"
)

// hookTimes are milliseconds of the events that hooks were for, by hook.
type hookTimes map[string][]float64

func (t hookTimes) add(d *decision) {
	for _, h := range d.Hooks {
		t[h.Hook] = append(t[h.Hook], d.MS)
	}
}

// The chart, in its own units: it is as wide as there is room for.
const (
	chartWidth = 720
	labelWidth = 200
	barHeight  = 22
	mostBars   = 12
)

// chart draws for each hook how long the events took that it was for: a bar to what half of
// them took, a line to what 95 of 100 did. It is "" for nothing.
func (t hookTimes) chart() template.HTML {
	type bar struct {
		hook     string
		p50, p95 float64
		n        int
	}
	var bars []bar
	for _, hook := range slices.Sorted(maps.Keys(t)) {
		ms := slices.Sorted(slices.Values(t[hook]))
		bars = append(bars, bar{hook, ms[(len(ms)-1)/2], ms[(len(ms)*95-1)/100], len(ms)})
	}
	if len(bars) == 0 {
		return ""
	}
	slices.SortStableFunc(bars, func(a, b bar) int { return cmp.Compare(b.p95, a.p95) })
	bars = bars[:min(len(bars), mostBars)]
	most := max(bars[0].p95, 1)
	x := func(ms float64) int { return int(ms / most * (chartWidth - labelWidth - 90)) }
	var out strings.Builder
	c := svg.New(&out)
	height := len(bars)*barHeight + 4
	c.Startview(chartWidth, height, 0, 0, chartWidth, height)
	c.Title("Milliseconds of events by hook")
	for i, b := range bars {
		y := i*barHeight + 4
		c.Text(labelWidth-10, y+13, short24(b.hook), `class="label"`, `text-anchor="end"`)
		c.Line(labelWidth, y+9, labelWidth+x(b.p95), y+9, `class="p95"`)
		c.Rect(labelWidth, y+3, max(2, x(b.p50)), 12, `class="p50"`)
		c.Text(labelWidth+max(x(b.p95), x(b.p50))+8, y+13, fmt.Sprintf("%.1f · %.1f", b.p50, b.p95), `class="figure"`)
	}
	c.End()
	_, inner, _ := strings.Cut(out.String(), "<svg") // what stands before is for a file of its own
	return template.HTML("<svg" + inner)
}

// short24 cuts a name to what there is room for.
func short24(name string) string {
	if r := []rune(name); len(r) > 26 {
		return string(r[:25]) + "…"
	}
	return name
}
