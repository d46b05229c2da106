package engine

import (
	"encoding/json"
	"testing"
)

func TestTextArgument(t *testing.T) {
	tests := []struct{ raw, want string }{
		{`"a"`, "a"}, {`5`, "5"}, {`0.5`, "0.5"}, {`true`, "true"}, {`null`, ""}, {`["a"]`, `["a"]`},
	}
	for _, test := range tests {
		var got Text
		if err := json.Unmarshal([]byte(test.raw), &got); err != nil || string(got) != test.want {
			t.Errorf("%s reads as %q, %v, want %q", test.raw, got, err, test.want)
		}
	}
}
