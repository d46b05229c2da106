package facts

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"bcrules.dev/engine"
)

var ordered = engine.Fact{
	Doc: "a list sorted by keys, the smallest first; items with equal keys keep their order\n" +
		"There is one key for each item:  ordered(rows(), map(rows(), -.priority)).  Keys are numbers, texts, times, durations, booleans, or lists of these, compared item by item.",
	Params: "list, keys",
	Keys:   "keys",
	Items:  1,
	Ask:    engine.Func2[any, any, []any](inOrder),
}

func inOrder(_ *engine.Call, list, keys any) ([]any, error) {
	items, by, err := keyed(list, keys)
	if err != nil {
		return nil, err
	}
	places := make([]int, len(items))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int {
		order, fault := compare(by[a], by[b])
		if err == nil {
			err = fault
		}
		return order
	})
	out := make([]any, len(items))
	for i, at := range places {
		out[i] = items[at]
	}
	return out, err
}

var grouped = engine.Fact{
	Doc: "a list's items in groups with the same key, ordered by their first items\n" +
		"There is one key for each item:  grouped(rows(), map(rows(), .kind)).",
	Params: "list, keys",
	Keys:   "keys",
	Items:  2,
	Ask:    engine.Func2[any, any, []any](inGroups),
}

func inGroups(_ *engine.Call, list, keys any) ([]any, error) {
	items, by, err := keyed(list, keys)
	if err != nil {
		return nil, err
	}
	groups := []any{}
	at := map[string]int{}
	for i, item := range items {
		key := fmt.Sprintf("%T %#v", by[i], by[i])
		n, ok := at[key]
		if !ok {
			n = len(groups)
			at[key] = n
			groups = append(groups, []any{})
		}
		groups[n] = append(groups[n].([]any), item)
	}
	return groups, nil
}

// keyed returns the items of a list and their keys.
func keyed(list, keys any) (items, by []any, err error) {
	items, by = engine.Listed(list), engine.Listed(keys)
	if len(items) != len(by) {
		err = fmt.Errorf("found %d keys for %d items, want one for each", len(by), len(items))
	}
	return items, by, err
}

// compare orders two keys. It fails if their types can't be compared.
func compare(a, b any) (int, error) {
	switch x := a.(type) {
	case string:
		if y, ok := b.(string); ok {
			return cmp.Compare(x, y), nil
		}
	case time.Time:
		if y, ok := b.(time.Time); ok {
			return x.Compare(y), nil
		}
	case time.Duration:
		if y, ok := b.(time.Duration); ok {
			return cmp.Compare(x, y), nil
		}
	case bool:
		if y, ok := b.(bool); ok {
			return cmp.Compare(rank(x), rank(y)), nil
		}
	case []any:
		if y, ok := b.([]any); ok {
			return compareLists(x, y)
		}
	}
	x, ok1 := number(a)
	y, ok2 := number(b)
	if !ok1 || !ok2 {
		return 0, fmt.Errorf("found keys %v and %v, want two numbers, texts, times, durations, truths or lists of them", engine.Shown(a), engine.Shown(b))
	}
	return cmp.Compare(x, y), nil
}

func compareLists(x, y []any) (int, error) {
	for i := range min(len(x), len(y)) {
		if order, err := compare(x[i], y[i]); order != 0 || err != nil {
			return order, err
		}
	}
	return cmp.Compare(len(x), len(y)), nil
}

func rank(b bool) int {
	if b {
		return 1
	}
	return 0
}

func number(v any) (float64, bool) {
	switch v := v.(type) {
	case int:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}
