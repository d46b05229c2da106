package effects

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// arithmetic evaluates an arithmetic expression, and runs the substitutions in it.
func (e expansion) arithmetic(x syntax.ArithmExpr) word {
	if n, ok := e.number(x, 0); ok {
		return word{Text: strconv.Itoa(n), Known: true}
	}
	return word{Text: "$(…)"}
}

// number evaluates an arithmetic expression; ok is false if the value isn't known.
func (e expansion) number(x syntax.ArithmExpr, depth int) (n int, ok bool) {
	if depth > maxDepth || !e.step() {
		e.sh.bound("")
		return 0, false
	}
	switch x := x.(type) {
	case *syntax.Word:
		v := e.text(x)
		if name := v.Text; v.Known && named(name) && (name[0] < '0' || name[0] > '9') {
			list, st := e.lookup(name)
			if st != isset || len(list) == 0 {
				return 0, st == unset
			}
			v = list[0]
		}
		if v.Known && v.Text == "" {
			return 0, true
		}
		i, err := strconv.ParseInt(v.Text, 0, 64)
		if err != nil {
			e.calculated(v)
		}
		return int(i), err == nil && v.Known
	case *syntax.ParenArithm:
		return e.number(x.X, depth+1)
	case *syntax.UnaryArithm:
		n, ok := e.number(x.X, depth+1)
		switch x.Op {
		case syntax.Not:
			return truth(n == 0), ok
		case syntax.BitNegation:
			return ^n, ok
		case syntax.Minus:
			return -n, ok
		case syntax.Inc, syntax.Dec:
			after := n + 1
			if x.Op == syntax.Dec {
				after = n - 1
			}
			e.assign(x.X, after, ok)
			if !x.Post {
				n = after
			}
		}
		return n, ok
	case *syntax.BinaryArithm:
		return e.binary(x, depth)
	}
	return 0, false
}

func (e expansion) binary(x *syntax.BinaryArithm, depth int) (n int, ok bool) {
	if x.Op == syntax.TernQuest {
		c, ok := e.number(x.X, depth+1)
		y, isPair := x.Y.(*syntax.BinaryArithm)
		if !isPair {
			return 0, false
		}
		l, ok1 := e.number(y.X, depth+1)
		r, ok2 := e.number(y.Y, depth+1)
		if c != 0 {
			return l, ok && ok1
		}
		return r, ok && ok2
	}
	var l int
	ok = true
	if x.Op != syntax.Assgn {
		l, ok = e.number(x.X, depth+1)
	}
	r, ok2 := e.number(x.Y, depth+1)
	if ok = ok && ok2; assigning(x.Op) {
		if x.Op != syntax.Assgn {
			if r, ok2 = operate(plainOf(x.Op), l, r); !ok2 {
				ok = false
			}
		}
		e.assign(x.X, r, ok)
		return r, ok
	}
	if !ok {
		return 0, false
	}
	return operate(x.Op, l, r)
}

func assigning(op syntax.BinAritOperator) bool {
	return op == syntax.Assgn || strings.HasSuffix(op.String(), "=") && plainOf(op) != 0
}

// plainOf returns + for += and so on, 0 for other operators.
func plainOf(op syntax.BinAritOperator) syntax.BinAritOperator {
	switch op {
	case syntax.AddAssgn:
		return syntax.Add
	case syntax.SubAssgn:
		return syntax.Sub
	case syntax.MulAssgn:
		return syntax.Mul
	case syntax.QuoAssgn:
		return syntax.Quo
	case syntax.RemAssgn:
		return syntax.Rem
	}
	return 0
}

// assign sets the variable that an expression names.
func (e expansion) assign(x syntax.ArithmExpr, n int, known bool) {
	name, ok := x.(*syntax.Word)
	if !ok || !named(name.Lit()) {
		return
	}
	v := word{Text: strconv.Itoa(n), Known: known}
	if !known {
		v.Text = "${" + name.Lit() + "}"
	}
	e.w.set(name.Lit(), v)
}

func operate(op syntax.BinAritOperator, l, r int) (n int, ok bool) {
	switch op {
	case syntax.Add:
		return l + r, true
	case syntax.Sub:
		return l - r, true
	case syntax.Mul:
		return l * r, true
	case syntax.Quo, syntax.Rem:
		if r == 0 || r == -1 {
			return -l * truth(op == syntax.Quo), r != 0
		}
		if op == syntax.Quo {
			return l / r, true
		}
		return l % r, true
	case syntax.Eql:
		return truth(l == r), true
	case syntax.Neq:
		return truth(l != r), true
	case syntax.Lss:
		return truth(l < r), true
	case syntax.Gtr:
		return truth(l > r), true
	case syntax.Leq:
		return truth(l <= r), true
	case syntax.Geq:
		return truth(l >= r), true
	case syntax.AndArit:
		return truth(l != 0 && r != 0), true
	case syntax.OrArit:
		return truth(l != 0 || r != 0), true
	case syntax.And:
		return l & r, true
	case syntax.Or:
		return l | r, true
	case syntax.Xor:
		return l ^ r, true
	case syntax.Shl:
		return l << (r & 63), r >= 0 && r <= 63
	case syntax.Shr:
		return l >> (r & 63), r >= 0 && r <= 63
	case syntax.Comma:
		return r, true
	}
	return 0, false
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
