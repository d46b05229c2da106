package prove

import (
	"strings"
	"time"
)

// An ending is the result of a test for the values of a cell.
type ending byte

const (
	either ending = iota // it differs between values, or is unknown
	holds
	fails
)

func (d *domain) try(p predicate, i int) ending { return d.ends(p, d.all[i]) }

func (d *domain) ends(p predicate, c cell) ending {
	if p.op == "==" {
		return d.equal(p.want, c)
	}
	switch c.kind {
	case aString:
		return d.onString(p, c.text)
	case otherStrings:
		if p.want == "" && (p.op == "startsWith" || p.op == "endsWith" || p.op == "contains") {
			return holds
		}
	case aNumber:
		if _, ok := p.want.(float64); ok {
			return inOrder(p.op, c.rank, d.ranks[p.want])
		}
	case aDuration:
		if _, ok := p.want.(time.Duration); ok {
			return inOrder(p.op, c.rank, d.ranks[p.want])
		}
	}
	return either
}

func (d *domain) equal(want any, c cell) ending {
	same := false
	switch v := want.(type) {
	case string:
		same = c.kind == aString && c.text == v
	case float64:
		same = c.kind == aNumber && c.rank == d.ranks[v]
	case time.Duration:
		same = c.kind == aDuration && c.rank == d.ranks[v]
	default:
		same = c.kind == aConstant && c.is == v
	}
	if same {
		return holds
	}
	return fails
}

func (d *domain) onString(p predicate, s string) ending {
	ok := false
	switch want := p.want.(type) {
	case *func(string) bool:
		ok = (*want)(s)
	case string:
		switch p.op {
		case "startsWith":
			ok = strings.HasPrefix(s, want)
		case "endsWith":
			ok = strings.HasSuffix(s, want)
		case "contains":
			ok = strings.Contains(s, want)
		case "matches":
			p := d.pattern(want)
			if p.Pattern == nil {
				return either
			}
			ok = p.Match(s)
		default: // the order of strings is not modelled
			return either
		}
	default:
		return either
	}
	if ok {
		return holds
	}
	return fails
}

func inOrder(op string, a, b int) ending {
	ok := false
	switch op {
	case "<":
		ok = a < b
	case "<=":
		ok = a <= b
	case ">":
		ok = a > b
	case ">=":
		ok = a >= b
	default:
		return either
	}
	if ok {
		return holds
	}
	return fails
}

// implies reports whether every string that passes one test passes the other.
func implies(op1, a, op2, b string) bool {
	switch {
	case op2 == "contains":
		return strings.Contains(a, b)
	case op1 != op2:
		return false
	case op1 == "startsWith":
		return strings.HasPrefix(a, b)
	}
	return strings.HasSuffix(a, b)
}

// excludes reports whether no string passes both tests of one kind.
func excludes(op, a, b string) bool {
	switch op {
	case "startsWith":
		return !strings.HasPrefix(a, b) && !strings.HasPrefix(b, a)
	case "endsWith":
		return !strings.HasSuffix(a, b) && !strings.HasSuffix(b, a)
	}
	return false
}
