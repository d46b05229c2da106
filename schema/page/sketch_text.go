package page

import (
	"strconv"
	"strings"
	"text/template"

	"cuelang.org/go/cue/ast"
)

// commentWidth is the width of comments in characters.
const commentWidth = 80

// words are the functions of the templates.
var words = template.FuncMap{
	"quote": strconv.Quote,
	"join":  func(all []string) string { return strings.Join(all, ", ") },
	"list":  func(all []string) string { return strings.Join(all, ", ") + "," },
	"comment": func(parts ...string) string {
		var b strings.Builder
		width := commentWidth
		for _, word := range strings.Fields(strings.Join(parts, " ")) {
			if width += 1 + len(word); width > commentWidth {
				b.WriteString("\n\t\t//")
				width = len(word)
			}
			b.WriteString(" " + word)
		}
		return strings.TrimPrefix(b.String(), "\n")
	},
	"label": func(name string) string {
		if ast.IsValidIdent(name) {
			return name
		}
		return strconv.Quote(name)
	},
}

var ruleSketch = template.Must(template.New("rules").Funcs(words).Parse(`package {{.Package}}

hooks: {{label .Name}}: {
	doc: "Say in a sentence what it is for."
	on: {{quote .Event}}
{{- if .Match}}
	match: {{quote .Match}}
{{- end}}
	rules: [{
{{- if .Fields}}
{{comment "Conditions ask" (list .Fields) "what every event has, and facts (\"bcrules facts\")."}}
{{- else}}
		// Conditions ask what every event has, such as event.cwd, and facts ("bcrules facts").
{{- end}}
{{- if .When}}
		when: {{quote .When}}
{{- end}}
{{- if .Also}}
{{comment "What may be done instead:" (join .Also) "(\"bcrules actions\")."}}
{{- end}}
		do: {{.Do}}
	}]
}
`))

var testSketch = template.Must(template.New("tests").Funcs(words).Parse(`package {{.Package}}

tests: {{quote (print .Name " answers")}}: {
	hook: {{quote .Name}}
	event: { {{.Given}} }
	expect: {{.Expect}}
}
tests: {{quote (print .Name " lets others pass")}}: {
	hook: {{quote .Name}}
	event: { {{.Else}} }
	expect: close({})
}
`))
