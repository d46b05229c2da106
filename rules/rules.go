// Package rules embeds the packs: rule sets that are shipped with bcrules, a
// folder each, imported as bcrules.dev/packs/NAME.
package rules

import "embed"

// FS holds a folder a pack.
//
//go:embed */*.cue
var FS embed.FS

// Path is the import path of the packs: Path/NAME.
const Path = "bcrules.dev/packs"

// Default is the pack that answers where a project has no rules of its own.
const Default = Path + "/brewcode"
