package actions

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

// An offering has the rows that may be said, the most important first.
type offering struct {
	rows             any
	marks, join      string
	max, bytes       engine.Text
	limited, weighed bool // max, bytes are set
}

// Take implements engine.Taker.
func (o *offering) Take(args any) {
	m, _ := args.(map[string]any)
	o.rows = m["rows"]
	o.marks, _ = m["marks"].(string)
	o.join = "\n"
	if join, ok := m["join"].(string); ok {
		o.join = join
	}
	_, o.limited = m["max"]
	_, o.weighed = m["bytes"]
	o.max.Take(m["max"])
	o.bytes.Take(m["bytes"])
}

// An Offer is the result of an offer.
type Offer struct {
	Text    string   `expr:"text"`    // of the chosen rows, in order
	Keys    []string `expr:"keys"`    // of the chosen rows
	Dropped []string `expr:"dropped"` // keys of considered rows that are not chosen: another hook has them, or they don't fit
	Marked  string   `expr:"marked"`  // all marked keys, as a list
}

// A row that doesn't fit is not claimed, so that a later offer can have it. Rules must output the
// texts themselves: if a hook is killed after the claim, or its rule fails before the output, the
// rows are lost until the marks are removed.
var offer = engine.Action{
	Doc: `choose which rows to say, and mark them: of several concurrent hooks only one gets a row
The first rows that are not marked are considered, at most max. The first of them is
chosen whole, whatever its size, the others if their long or else short text fits into
bytes. A row that doesn't fit is not marked, and is considered again another time.

    {do: {offer: {rows: "${map(found(), {{key: .id, long: .text}})}", marks: "said", max: 3, bytes: 4096}, as: "chosen"}},
    {when: "chosen().ok", do: inject: context: "${chosen().value.text}"},

If none is chosen, ok is false. .marked lists all keys that are then marked, in the form
of an environment variable.`,
	Args: `{
	rows!: [...{key!: string, long!: string, short?: string}] | =~#"(?s)^\$\{.*\}$"# // or an expression for such a list
	marks?: string & !="" // the name of marks that the rule set has; absent: each row every time
	max?: int & >=1 | =~#"(?s)^\$\{.*\}$"# // rows; absent: all
	bytes?: int & >=0 | =~#"(?s)^\$\{.*\}$"# // limit of the texts in UTF-8, without separators; absent: none
	join?: string // the separator; a newline if absent
}`,
	Marks: "marks",
	Tells: true,
	Do:    engine.Give[offering, Offer](offerRows),
}

func offerRows(c *engine.Call, o offering) (Offer, error) {
	none := Offer{Keys: []string{}, Dropped: []string{}}
	p, err := o.pick(c)
	if err != nil {
		return none, err
	}
	if o.marks == "" {
		return p.offer(c, o.join, func(string) bool { return true })
	}
	r, err := c.Marks(o.marks)
	if err != nil {
		c.Warn(err.Error()) // a named step would hide the error
		return none, err
	}
	defer r.Close()
	known, err := r.Keys()
	if err != nil {
		c.Warn(err.Error())
	}
	p.rows = slices.DeleteFunc(p.rows, func(r row) bool {
		said := slices.Contains(known, r.key)
		if said {
			c.Reject(r.key, "already said: it is marked in %s", o.marks)
		}
		return said
	})
	chosen, err := p.offer(c, o.join, func(key string) bool {
		done, err := r.Claim(key)
		if err != nil {
			c.Warn(err.Error())
		}
		return done
	})
	chosen.Marked = files.JoinKeys(slices.Concat(known, chosen.Keys))
	if err == nil {
		note(c, r, chosen.Keys...)
	}
	return chosen, err
}

// A row is one thing that may be said.
type row struct{ key, long, short string }

// A pick has the rows to choose from and the limits.
type pick struct {
	rows       []row
	max, bytes int
}

// pick decodes the rows. Rows without a text are skipped. Rows without a key can't be marked: if
// marks are used they are skipped with a warning.
func (o offering) pick(c *engine.Call) (pick, error) {
	p := pick{max: math.MaxInt, bytes: math.MaxInt}
	var err error
	if o.limited {
		if p.max, err = wholeNumber("max", o.max); err != nil {
			return p, err
		}
	}
	if o.weighed {
		if p.bytes, err = wholeNumber("bytes", o.bytes); err != nil {
			return p, err
		}
	}
	list, ok := o.rows.([]any)
	if !ok && json.Unmarshal(files.JSON(o.rows), &list) != nil { // the expression has another Go type
		return p, errors.New("found rows that are no list, want one")
	}
	for i, item := range list {
		m, _ := item.(map[string]any)
		var key, long, short engine.Text
		key.Take(m["key"])
		long.Take(m["long"])
		short.Take(m["short"])
		if key == "" && o.marks != "" {
			c.Warn(fmt.Sprintf("offer: row %d: found no key, want one; the row is left out", i+1))
		} else if long != "" || short != "" {
			p.rows = append(p.rows, row{string(key), string(long), string(short)})
		}
	}
	return p, nil
}

// wholeNumber parses a whole number, negative ones as 0.
func wholeNumber(name string, text engine.Text) (int, error) {
	n, err := strconv.Atoi(string(text))
	if err != nil {
		return 0, fmt.Errorf("found %s %q, want a whole number", name, string(text))
	}
	return max(n, 0), nil
}

// offer chooses rows that fit and can be claimed. It returns engine.ErrSkip if there are none.
func (p pick) offer(c *engine.Call, join string, claim func(key string) bool) (Offer, error) {
	o := Offer{Keys: []string{}, Dropped: []string{}}
	var texts []string
	left := p.bytes
	for i, r := range p.rows {
		if i >= p.max {
			c.Reject(r.key, "max: %d came before it", p.max)
			continue
		}
		text := r.long
		if text == "" || len(texts) > 0 && len(text) > left {
			text = r.short
		}
		switch {
		case text == "" || len(texts) > 0 && len(text) > left:
			c.Reject(r.key, "budget: %d bytes, and of %d there are %d left", len(cmp.Or(text, r.long)), p.bytes, left)
		case !claim(r.key):
			c.Reject(r.key, "already said: another hook was first")
		default:
			o.Keys, texts, left = append(o.Keys, r.key), append(texts, text), left-len(text)
			continue
		}
		o.Dropped = append(o.Dropped, r.key)
	}
	o.Text = strings.Join(texts, join)
	if len(texts) == 0 {
		return o, engine.ErrSkip
	}
	return o, nil
}
