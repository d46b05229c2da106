package answer_test

import (
	"testing"

	"bcrules.dev/cmd/answer"
	"bcrules.dev/cmd/layers/compile"
)

// A decision has the word and the tone by which people know it.
func TestDecision(t *testing.T) {
	tests := []struct {
		said    []string
		refused bool
		word    string
		tone    answer.Tone
	}{
		{nil, false, "", answer.Silent},
		{nil, true, "refused", answer.Refused},
		{[]string{"context", "permission=deny"}, true, "deny", answer.Refused},
		{[]string{"permission=ask"}, false, "ask", answer.Asked},
		{[]string{"permission=allow", "context"}, false, "allow", answer.Allowed},
		{[]string{"context", "message"}, false, "context,message", answer.Told},
		{[]string{"context"}, true, "refused", answer.Refused},
	}
	for _, test := range tests {
		d := answer.Decision{Said: test.said, Refused: test.refused}
		if d.Word() != test.word || d.Tone() != test.tone {
			t.Errorf("%q, refused %t: found %q, %s, want %q, %s", test.said, test.refused, d.Word(), d.Tone(), test.word, test.tone)
		}
	}
}

// The weakest value of each choice lets the event through, and no other does.
func TestTones(t *testing.T) {
	s := compile.Schema()
	several := 0
	for _, event := range s.Events.Names() {
		for name, out := range s.Events.Agenda(event).Outputs {
			if out.Kind != "choice" || len(out.Values) < 2 {
				continue
			}
			several++
			for i, value := range out.Values {
				tone := answer.Decision{Said: []string{name + "=" + value}}.Tone()
				if passes := i == len(out.Values)-1; (tone == answer.Allowed) != passes {
					t.Errorf("%s: %s=%s: found it %s", event, name, value, tone)
				}
			}
		}
	}
	if several == 0 {
		t.Error("found no choice of several values")
	}
}
