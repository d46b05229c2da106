package facts

import "strings"

// A course is where the commands of a call so far may have taken a repository. Git is asked before the
// call runs, so a course says which names of commits still mean what they meant then.
type course struct {
	loose   bool   // git may ignore other files than before
	lost    bool   // any name may mean another commit, and git may keep or ignore other files
	headed  bool   // HEAD may be another commit
	at      string // the name of the commit that was last checked out
	staged  bool   // git may by now have new files, or new content of changed ones, in its index
	fetched bool   // FETCH_HEAD may be another commit
	stashed bool   // the newest stash holds what was changed
	popped  bool   // stashes have other numbers
}

// follow notes what a command does to names of commits, by what it brings.
func (c *course) follow(brings []string) {
	for _, what := range brings {
		from, to, isRange := strings.Cut(what, "..")
		to = strings.TrimPrefix(to, ".")
		switch {
		case what == "stages":
			c.staged = true
		case what == "fetches":
			c.fetched = true
		case what == "stashes":
			c.stashed = true
		case strings.HasPrefix(to, stashes):
			c.popped, c.stashed, c.staged = c.popped || !c.stashed, false, true
		case isRange && strings.HasSuffix(from, "^"):
			c.headed = true
		case isRange:
			c.headed, c.at = true, to
		case what == "moves", what == "unknown", what == "any", what == "commits":
			c.lost = true
		case strings.HasPrefix(what, "patched:"):
			c.headed, c.staged = true, true
		}
	}
}

const (
	stashes  = "stash@{"
	upstream = "@{upstream}"
)

// now returns what a later command brings, in words that git understands before the call runs.
// Names that don't depend on HEAD stay as they are: if HEAD was moved to a commit that has the same
// file, the file differs from both commits alike.
func (c *course) now(what string) []string {
	from, to, isRange := strings.Cut(what, "..")
	to = strings.TrimPrefix(to, ".")
	moved := func(name string) bool { return !still(name) && (c.headed || c.staged) }
	all := []string{what}
	switch {
	case c.lost, what == "commits" && (c.headed || c.staged || c.fetched || c.stashed || c.popped):
		return []string{"unknown"}
	case what == "untracked" && c.loose:
		all = append(all, "ignored")
	case what == "changed" && c.staged:
		all = append(all, c.added()...)
	case !isRange:
	case strings.HasPrefix(to, stashes) && c.stashed && !c.popped && to == stashes+"0}":
		return nil // only what was changed comes back
	case strings.HasPrefix(to, stashes):
		if c.stashed || c.popped {
			return []string{"unknown"}
		}
	case to == upstream:
		if still(c.at) || c.at == "@{-1}" {
			all = append(all, strings.TrimSuffix(what, upstream)+c.at+upstream)
		}
	case strings.HasPrefix(to, "FETCH_HEAD") && c.fetched, moved(to), from != "HEAD" && !strings.HasSuffix(from, "^") && moved(from):
		return []string{"unknown"}
	}
	if isRange && c.staged {
		all = append(append(all, "changed"), c.added()...)
	}
	return all
}

// added returns words for the files that git may track by now.
func (c *course) added() []string {
	if c.loose {
		return []string{"untracked", "ignored"}
	}
	return []string{"untracked"}
}

// still reports whether a name means the same commit wherever HEAD is.
func still(name string) bool {
	return name != "" && !strings.Contains(name, "HEAD") && !strings.Contains(name, "@") && !strings.HasPrefix(name, ":")
}
