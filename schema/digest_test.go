package schema

import "testing"

// The digest depends on which layer a file is in: the same files, divided differently, are other
// rules.
func TestDigestOfLayers(t *testing.T) {
	of := func(layers ...[]string) string {
		src := &Source{}
		for _, names := range layers {
			l := Layer{Dir: "/rules"}
			for _, name := range names {
				l.Files = append(l.Files, File{Path: "/rules/" + name, Data: []byte("package r\n")})
			}
			src.Layers = append(src.Layers, l)
		}
		return src.Digest()
	}
	if of([]string{"a.cue", "b.cue"}, []string{"c.cue"}) == of([]string{"a.cue"}, []string{"b.cue", "c.cue"}) {
		t.Error("found one sum for both, want two")
	}
	if again, is := of([]string{"a.cue"}, []string{"b.cue"}), of([]string{"a.cue"}, []string{"b.cue"}); again != is {
		t.Error("found two sums for the same, want one")
	}
}
