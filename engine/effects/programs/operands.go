package programs

import "slices"

// Programs whose operands are nearly what their stanzas say.

// ln links to here if it is not told where. It does not overwrite what is there.
func ln(t *toucher, operands []Word) {
	t.how = "create"
	if len(operands) == 1 && t.target == nil {
		t.Operands = append(slices.Clone(t.Operands), here)
	}
	t.links = true
	t.usual(t.Own())
}

// grep looks through the folder in force if it is to look deep, but not told where.
func grep(t *toucher, operands []Word) {
	t.usual(operands)
	if n := len(operands); t.deep && (n == 0 || n == 1 && !t.stands) {
		t.mark("read", here, true)
	}
}

// awk takes assignments among its files, and edits these with -i inplace.
func awk(t *toucher, operands []Word) {
	if w, ok := t.option("include"); ok && w.Text == "inplace" {
		t.turned = "edit"
	}
	files := without(operands, func(w Word) bool { return Assigns(w.Text) && (t.stands || w.Text != operands[0].Text) })
	t.usual(files)
}

// sed as BSD has it takes a value for -i, often one of no text.
func sed(t *toucher, operands []Word) {
	if len(operands) > 0 && operands[0].Text == "" && t.Has("in-place") {
		operands = operands[1:]
	}
	t.usual(operands)
}
