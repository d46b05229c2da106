package effects

type language struct{}

func (a *analysis) language(words []word) *language { return nil }

func (a *analysis) interpret(f *frame, w *world, i int, l *language, words []word) {}
