package form

import (
	"regexp"
	"strings"
)

// hostFirst matches an address that begins with its host.
var hostFirst = regexp.MustCompile(`^(www\.|localhost\b|[\w-]+(\.[\w-]+)*\.[a-z]{2,}([:/]|$))`)

// address checks whole addresses, which begin with their scheme.
func address(p part) Wrong {
	switch {
	case p.begins() && hostFirst.MatchString(p.text):
		wrong := want("it with its scheme, https://%s, or a part of it by contains", p.text)
		wrong.Mild = true
		return wrong
	case p.whole() && p.has("*"):
		return Wrong{Text: "where * stands for itself, want startsWith, or matches and a pattern"}
	}
	return Wrong{}
}

// sha256 checks what is compared with a hash of 64 hexadecimal digits.
func sha256(p part) Wrong {
	small := strings.ToLower(p.text)
	switch {
	case !hexadecimal.MatchString(small):
		return want("hexadecimal digits alone")
	case small != p.text:
		return want("it in small letters, %s", small).instead(small)
	case p.whole() && len(p.text) != 64:
		return want("all 64 digits, or startsWith for the first of them")
	}
	return Wrong{}
}
