package plan

import (
	"slices"
	"strings"

	"bcrules.dev/engine/files"
)

// A Folder lists the rule files in a folder.
type Folder struct {
	Path  string
	Names []string // sorted
	// Fault is why they couldn't be listed; "" if they were, or if the folder doesn't exist.
	Fault string
}

// MostRuleFiles and mostFiles bound the rule files, and all files, in a folder: each is stat'ed at
// each event, and the folder may come from somebody the user doesn't trust.
const (
	MostRuleFiles = 1000
	mostFiles     = 10 * MostRuleFiles
)

// RuleFiles lists the rule files in a folder. Too many are a fault.
func RuleFiles(dir string) Folder {
	all, err := files.NamesMost(dir, mostFiles)
	if err != nil && !files.Absent(err) {
		return Folder{Path: dir, Fault: err.Error()}
	}
	names := slices.DeleteFunc(all, func(name string) bool { return !IsRuleFile(name) })
	if len(names) > MostRuleFiles {
		return Folder{Path: dir, Fault: files.TooMany(dir, MostRuleFiles).Error()}
	}
	slices.Sort(names)
	return Folder{Path: dir, Names: names}
}

// IsRuleFile reports whether a file in a rule folder is a rule file, by its name. Tests, files of
// the cue command and editors' leftovers are not.
func IsRuleFile(name string) bool {
	return strings.HasSuffix(name, ".cue") && !strings.HasSuffix(name, "_test.cue") && !strings.HasSuffix(name, "_tool.cue") && name[0] != '.' && name[0] != '_'
}

// Has reports whether the folder may have rules; an unreadable folder counts.
func (f Folder) Has() bool { return len(f.Names) > 0 || f.Fault != "" }

// Same reports whether two listings are equal.
func (f Folder) Same(g Folder) bool { return f.Fault == g.Fault && slices.Equal(f.Names, g.Names) }
