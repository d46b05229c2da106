package effects

import "bcrules.dev/engine/effects/programs"

// A word is one field of a command after expansion, or another text of a shell.
type word = programs.Word

// A File is a path that is read or written.
type File = programs.File

// A Host is one that is talked to.
type Host = programs.Host
