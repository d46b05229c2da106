package agent

import (
	"encoding/json"
	"unicode"

	"bcrules.dev/engine/files"

	"github.com/tidwall/gjson"
)

// folded returns JSON with lower-case field names, for an agent that ignores case; of names that
// only differ in case the last counts. Two characters are equal by unicode.SimpleFold, as in Go's
// encoding/json.
func folded(v gjson.Result) json.RawMessage {
	switch {
	case v.IsObject():
		o := &files.Object{}
		v.ForEach(func(k, item gjson.Result) bool {
			o.Set(lower(k.Str), folded(item))
			return true
		})
		return o.Encode()
	case v.IsArray():
		out := []byte{'['}
		v.ForEach(func(_, item gjson.Result) bool {
			if len(out) > 1 {
				out = append(out, ',')
			}
			out = append(out, folded(item)...)
			return true
		})
		return append(out, ']')
	}
	return json.RawMessage(v.Raw)
}

func lower(name string) string {
	all := []rune(name)
	for i, r := range all {
		least := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			least = min(least, next)
		}
		all[i] = unicode.ToLower(least)
	}
	return string(all)
}
