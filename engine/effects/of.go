package effects

import "iter"

// Of returns what a call does, by what its input holds: verbs with their texts.
// The verbs are shell (commands of a POSIX shell), code (of another language), patch
// (as apply_patch takes it), fetch (a URL), read, list, write and edit (paths).
func Of(at Place, input iter.Seq2[string, string]) Effects {
	e := Effects{Complete: true}
	for verb, text := range input {
		switch verb {
		case "read", "list":
			e.Reads = append(e.Reads, File{Path: text, How: verb, Known: true})
		case "write", "edit":
			e.Writes = append(e.Writes, File{Path: text, How: verb, Known: true})
		default:
			e.Complete = false
			e.Unknown = append(e.Unknown, Unknown{What: "code", Text: text})
		}
	}
	return e
}
