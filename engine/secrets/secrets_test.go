package secrets

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	digits   = "0123456789"
	lower    = "abcdefghijklmnopqrstuvwxyz"
	upper    = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	alnum    = digits + lower + upper
	hex      = "0123456789abcdef"
	base32   = upper + "234567"
	keyChars = alnum + "-_"
)

// random returns n characters of a set.
func random(set string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = set[rand.IntN(len(set))]
	}
	return string(b)
}

// Secrets of each kind, made up anew at each run: none is in a file, where scanners for secrets
// would find it.
var kinds = map[string]func() string{
	"age":          func() string { return "AGE-SECRET-" + "KEY-1" + random("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58) },
	"anthropic":    func() string { return "sk-ant-" + "api03-" + random(keyChars, 93) + "AA" },
	"aws":          func() string { return "AKIA" + random(base32, 16) },
	"digitalocean": func() string { return "dop_" + "v1_" + random(hex, 64) },
	"doppler":      func() string { return "dp.pt." + random(alnum, 43) },
	"gcp":          func() string { return "AIza" + random(keyChars[:len(keyChars)-1], 35) },
	"github":       func() string { return "ghp_" + random(alnum, 36) },
	"github fine":  func() string { return "github_" + "pat_" + random(alnum, 82) },
	"gitlab":       func() string { return "glpat-" + random(alnum, 20) },
	"grafana":      func() string { return "glsa_" + random(alnum, 32) + "_" + random(hex, 8) },
	"hashicorp":    func() string { return random(lower+digits, 14) + ".atlasv1." + random(alnum, 64) },
	"huggingface":  func() string { return "hf_" + random(lower, 34) },
	"jwt": func() string {
		return "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx" + random(alnum, 20) + "." + random(alnum, 43)
	},
	"linear":      func() string { return "lin_" + "api_" + random(lower+digits, 40) },
	"npm":         func() string { return "npm_" + random(lower+digits, 36) },
	"openai":      func() string { return "sk-" + random(alnum, 20) + "T3Blbk" + "FJ" + random(alnum, 20) },
	"planetscale": func() string { return "pscale_" + "tkn_" + random(alnum, 43) },
	"postman":     func() string { return "PMAK-" + random(hex, 24) + "-" + random(hex, 34) },
	"private key": func() string {
		return "-----BEGIN RSA " + "PRIVATE KEY-----\n" + random(alnum, 64) + "\n" + random(alnum, 64) + "\n-----END RSA PRIVATE KEY-----"
	},
	"pulumi":   func() string { return "pul-" + random(hex, 40) },
	"pypi":     func() string { return "pypi-" + "AgEIcHlwaS5vcmc" + random(keyChars, 60) },
	"rubygems": func() string { return "rubygems_" + random(hex, 48) },
	"sendgrid": func() string { return "SG." + random(alnum, 22) + "." + random(alnum, 43) },
	"shopify":  func() string { return "shpat_" + random(hex, 32) },
	"slack": func() string {
		return "xoxb-" + random(digits, 12) + "-" + random(digits, 12) + "-" + random(alnum, 24)
	},
	"stripe":       func() string { return "sk_" + "live_" + random(alnum, 24) },
	"twilio":       func() string { return "SK" + random(hex, 32) },
	"vault":        func() string { return "hvs." + random(alnum, 95) },
	"a password":   func() string { return random(alnum, 24) },
	"aws's secret": func() string { return random(alnum, 40) },
	"a bearer's":   func() string { return random(alnum, 32) },
	"an API key":   func() string { return random(hex, 32) },
}

// beside is the text before secrets that have no shape of their own.
var beside = map[string]string{
	"a password": "db_password=", "aws's secret": "export AWS_SECRET_ACCESS_KEY=", "a bearer's": "auth_token: ", "an API key": "api_key = ",
}

// Whatever event contains a secret, nothing of the secret stays, and the event is JSON.
func TestJSON(t *testing.T) {
	if len(kinds) < 20 {
		t.Fatalf("%d kinds, want 20", len(kinds))
	}
	for name, make := range kinds {
		secret := beside[name] + make()
		value := strings.TrimPrefix(secret, beside[name])
		for place, event := range map[string]any{
			"a command":   map[string]any{"tool_input": map[string]any{"command": "curl -H 'X: 1' " + secret + " https://example.com"}},
			"a prompt":    map[string]any{"prompt": "my key is:\n" + secret + "\nuse it \"well\""},
			"a file":      map[string]any{"tool_input": map[string]any{"content": "a = 1\n" + secret + "\nb = \\2\n"}},
			"an answer":   map[string]any{"tool_response": map[string]any{"stdout": []string{"line", secret}}},
			"a name":      map[string]any{"tool_input": map[string]any{secret: 1}},
			"JSON inside": map[string]any{"tool_response": `{"a":"` + strings.ReplaceAll(secret, "\n", `\n`) + `"}`},
		} {
			data, err := json.Marshal(event)
			if err != nil {
				t.Fatal(err)
			}
			got := JSON(data)
			if !json.Valid(got) || !strings.Contains(string(got), "[redacted: ") {
				t.Errorf("%s in %s: %s", name, place, got)
			}
			for part := range slices.Chunk([]byte(strings.ReplaceAll(value, "\n", "")), 12) {
				if len(part) == 12 && strings.Contains(string(got), string(part)) {
					t.Errorf("%s in %s: %s stays of %s", name, place, part, data)
					break
				}
			}
		}
	}
}

// A name beside a value shows that it is a secret.
func TestBeside(t *testing.T) {
	secret := random(alnum, 24)
	got := string(JSON([]byte(`{"tool_input":{"db_password":"` + secret + `","n":1}}`)))
	if want := `{"tool_input":{"db_password":"[redacted: generic-api-key]","n":1}}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Values that are no secrets stay byte for byte.
func TestPlain(t *testing.T) {
	for _, data := range []string{
		`{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "go test ./... | grep -v key"}}`,
		`{"prompt": "The token is checked in auth.go; see the API key section"}`,
		`{"a":"\u003cé\n"}`, `{}`, `"`, ``,
	} {
		if got := string(JSON([]byte(data))); got != data {
			t.Errorf("%s, want %s", got, data)
		}
	}
}

func BenchmarkJSON(b *testing.B) {
	data := []byte(`{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "` + strings.Repeat("go test ./... ", 100) + `api_key"}}`)
	for b.Loop() {
		JSON(data)
	}
}

func FuzzJSON(f *testing.F) {
	f.Add([]byte(`{"a": "AKIA` + random(base32, 16) + `"}`))
	f.Add([]byte(`{"password\n": "` + random(alnum, 24) + `\\"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if got := JSON(data); json.Valid(data) && got != nil && !json.Valid(got) {
			t.Errorf("%s, want JSON", got)
		}
	})
}

// A letter may be written as its code number.
func TestSpelled(t *testing.T) {
	for _, secret := range []string{kinds["github"](), kinds["aws"](), kinds["stripe"]()} {
		event := `{"tool_input": {"command": "echo \u00` + strconv.FormatInt(int64(secret[0]), 16) + secret[1:] + `"}}`
		if out := string(JSON([]byte(event))); strings.Contains(out, secret[1:]) {
			t.Errorf("%s", out)
		}
	}
}
