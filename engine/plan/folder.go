package plan

import (
	"slices"
	"strings"

	"bcrules.dev/engine/files"
)

// A Folder is what is known of the rule files in a folder.
type Folder struct {
	Path  string
	Names []string // sorted
	// Fault is why they couldn't be listed; "" if they were, or there is no such folder.
	Fault string
}

// MostRuleFiles is how many rule files a folder may have, and mostFiles how many files of any
// kind: each is looked at at each event, and who brings a folder may be nobody whom the user
// trusts.
const (
	MostRuleFiles = 1000
	mostFiles     = 10 * MostRuleFiles
)

// RuleFiles lists the rule files in a folder. One that has too many can't be listed.
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

// IsRuleFile reports whether a file of a rule folder is one of its rule files, by
// its name: tests, files of the cue command, and what editors leave behind are none.
func IsRuleFile(name string) bool {
	return strings.HasSuffix(name, ".cue") && !strings.HasSuffix(name, "_test.cue") && !strings.HasSuffix(name, "_tool.cue") && name[0] != '.' && name[0] != '_'
}

// Has reports whether the folder has rules, as far as anybody knows: one that can't be read
// may have some.
func (f Folder) Has() bool { return len(f.Names) > 0 || f.Fault != "" }

// Same reports whether as much is known of a folder at another time.
func (f Folder) Same(g Folder) bool { return f.Fault == g.Fault && slices.Equal(f.Names, g.Names) }
