package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// differ calls say for each field and list item that changed, with its new and its old value; was
// is "" where the old one isn't shown. nil stands for an absent value.
func differ(say func(what, was string), path string, was, is any) {
	a, ok1 := was.(map[string]any)
	b, ok2 := is.(map[string]any)
	list, ok3 := was.([]any)
	now, ok4 := is.([]any)
	switch {
	case ok1 && ok2:
		for _, name := range eitherName(a, b) {
			differ(say, strings.TrimPrefix(path+"."+name, "."), a[name], b[name])
		}
	case reflect.DeepEqual(was, is):
	case ok3 && ok4:
		come, gone := without(now, list), without(list, now)
		if len(come) > 0 {
			say(path+" "+strings.Join(come, ", "), "")
		}
		if len(gone) > 0 {
			say(path+" without "+strings.Join(gone, ", "), "")
		}
		if len(come)+len(gone) == 0 {
			say(path+" in another order", "")
		}
	case was == nil:
		say(path+" "+inJSON(is), "")
	case is == nil:
		say("no "+path, cut(inJSON(was)))
	default:
		say(path+" "+inJSON(is), cut(inJSON(was)))
	}
}

// without returns the items of a list that another one lacks, as JSON.
func without(list, other []any) (all []string) {
	for _, item := range list {
		if !slices.ContainsFunc(other, func(x any) bool { return reflect.DeepEqual(item, x) }) {
			all = append(all, inJSON(item))
		}
	}
	return all
}

// eitherName returns the sorted names of both objects.
func eitherName(a, b map[string]any) []string {
	all := maps.Clone(a)
	if all == nil {
		all = map[string]any{}
	}
	maps.Copy(all, b)
	return slices.Sorted(maps.Keys(all))
}

// inJSON encodes data as JSON.
func inJSON(x any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(x); err != nil {
		return fmt.Sprint(x)
	}
	return strings.TrimSpace(b.String())
}

// cut shortens a text to 60 characters and an ellipsis.
func cut(text string) string {
	if all := []rune(text); len(all) > 60 {
		return string(all[:60]) + "…"
	}
	return text
}

// orNil returns a text, nil if it is empty.
func orNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// fromJSON decodes data; nil if there is none or it isn't JSON.
func fromJSON(raw []byte) (x any) {
	json.Unmarshal(raw, &x)
	return x
}
