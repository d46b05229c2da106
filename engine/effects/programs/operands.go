package programs

import "slices"

// Programs whose operands are nearly as their stanzas say.

// ln links into the current folder unless it is told where. Its links count as created.
func ln(t *toucher, operands []Word) {
	t.how = "create"
	if len(operands) == 1 && t.target == nil {
		t.Operands = append(slices.Clone(t.Operands), here)
	}
	t.links = true
	t.usual(t.Own())
}

// grep searches the current folder if it is recursive and not told where.
func grep(t *toucher, operands []Word) {
	t.usual(operands)
	if n := len(operands); t.deep && (n == 0 || n == 1 && !t.stands) {
		t.mark("read", here, true)
	}
}

// awk takes assignments among its files. With -i inplace it edits the files.
func awk(t *toucher, operands []Word) {
	if w, ok := t.option("include"); ok && w.Text == "inplace" {
		t.turned = "edit"
	}
	files := without(operands, func(w Word) bool { return Assigns(w.Text) && (t.stands || w.Text != operands[0].Text) })
	t.usual(files)
}

// sed, as BSD has it, takes a value for -i, which is often empty.
func sed(t *toucher, operands []Word) {
	if len(operands) > 0 && operands[0].Text == "" && t.Has("in-place") {
		operands = operands[1:]
	}
	t.usual(operands)
}
