package host

import (
	"path/filepath"
	"sync"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

// SessionDir is the environment variable in which the native agent tells hooks the folder it was
// started in. Other agents have their own (plan.Event's Started).
const SessionDir = "CLAUDE_PROJECT_DIR"

// A Project is what a session works on. Relative paths in rules mean it, and it stays the same
// wherever the agent's cd leads. It is the folder that the agent was started in, while the agent is
// within it; otherwise the nearest folder upwards that has rules, or is a repository's root;
// otherwise the folder that the agent was started in or, if unknown, the one it is in. A linked
// worktree is a separate project with its own files, even below another one, but shares with it what
// belongs to the repository (Main).
type Project struct {
	Root    string // absolute; "" if unknown
	Cwd     string // absolute, the agent's current folder
	Started bool   // Root is the folder that the agent was started in
	// Beside are folders of which it may be a part, or that are worked on with it: none has what
	// belongs to the user alone. Whoever knows some sets them before Folders is called.
	Beside []string
	// Own is the folder of the user's rules if the command line names it, otherwise "". Whoever
	// knows it sets it before Folders is called.
	Own string

	getenv     func(string) string
	rules      plan.Folder // see Rules, once sought
	repository string      // see Repository, once sought
	main       string      // see Main, once sought
	sought     struct{ rules, repository, main bool }
	lent       string // folder whose rules come from its counterpart in the main worktree, "" for none
	once       sync.Once
	folders    Folders // see Folders, once called
}

// FindProject returns the project of a session whose agent is in a folder.
func FindProject(cwd string, getenv func(string) string) *Project {
	cwd = nameable(cwd)
	p := &Project{Cwd: cwd, getenv: getenv}
	if !filepath.IsAbs(cwd) {
		return p
	}
	if p.Root = within(cwd, getenv(SessionDir)); p.Root != "" {
		if tree := p.treeBelow(); tree != "" {
			p.Root = tree
		}
		p.Started = true
		return p
	}
	p.Root = cwd
	rules := p.Rules().Path
	p.sought.main = false // it depends on the project's root
	if p.lent != "" {
		p.Root = p.lent
	} else if rules != "" {
		p.Root = filepath.Dir(filepath.Dir(rules))
	} else if p.repository != "" {
		p.Root = p.repository
	} else if session := absolute(getenv(SessionDir)); session != "" && filepath.Dir(session) != session {
		return &Project{Root: session, Cwd: cwd, Started: true, getenv: getenv}
	}
	return p
}

// mostPath is more bytes than a path has on any system but Windows: PATH_MAX of Linux.
const mostPath = 4096

// nameable returns a folder, or the nearest above it whose path the system accepts: an agent may go
// deeper, step by step, and walking up from such an event's path would take forever.
func nameable(dir string) string {
	if len(dir) < mostPath {
		return dir
	}
	if dir = filepath.Clean(dir); len(dir) >= mostPath {
		dir = filepath.Dir(dir[:mostPath])
	}
	return dir
}

// Session returns the folder that the agent says it was started in, "" if it doesn't.
func (p *Project) Session() string { return p.getenv(SessionDir) }

// Everything reports whether the project is the root of all files, where an agent's cd may lead: it
// holds everybody's files, and isn't a project.
func (h *Host) Everything() bool { return filepath.Dir(h.Dir) == h.Dir }

// within returns a session's folder by its name on the path cwd, which may differ from the
// session's; "" if cwd isn't in it. The root of all files isn't a project.
func within(cwd, session string) string {
	if !filepath.IsAbs(session) || filepath.Dir(session) == session {
		return ""
	}
	session = filepath.Clean(session)
	if _, ok := below(session, cwd); ok {
		return session
	}
	return files.Above(cwd, session)
}

// ruleFolder is where a project keeps its rules.
var ruleFolder = filepath.Join(".claude", "bcrules")

// Rules returns the folder of the project's rules: the nearest upwards to the root of its repository
// that has some or can't be read; without a path if there is none. A folder of a linked worktree
// without rules uses those of its counterpart in the main one. Outside of a repository, rules of a
// folder above are the project's if nobody said where it begins, and if they are this user's and not
// directly in the user's home, which contains projects but isn't one.
func (p *Project) Rules() plan.Folder {
	if !p.sought.rules && p.Root != "" {
		p.seek()
	}
	return p.rules
}

// seek looks for rules from the root upwards, and for the start of the repository: even beyond rules
// that it found, as a linked worktree may have nearer ones.
func (p *Project) seek() {
	p.sought.rules = true
	at, anywhere := "", false // folder with rules, and whether they are the project's outside of a repository, too
	for dir := p.Root; ; {
		if at == "" {
			if anywhere = p.has(dir); p.rules.Path != "" {
				at = dir
			}
			if at == p.Root {
				return
			}
		}
		// A folder that can't be read may be the repository's: rules found below it stay.
		git, folder, err := files.ThereRightly(filepath.Join(dir, ".git"))
		if err != nil && anywhere {
			return
		}
		if git || err != nil && at != "" {
			if p.repository, p.sought.repository = dir, true; git && !folder {
				p.seekInMain(at)
			}
			return
		}
		up := filepath.Dir(dir)
		if up == dir {
			if p.sought.repository = true; !anywhere {
				p.rules = plan.Folder{}
			}
			return
		}
		dir = up
	}
}

// seekInMain looks for rules in the main worktree of the repository, below the folder where this one
// has some. If that worktree is unknown, a project without rules counts as having some that can't be
// read.
func (p *Project) seekInMain(at string) {
	own := p.rules
	top, err := mainOf(p.repository)
	if err != nil && at == "" {
		p.rules = plan.Folder{Path: filepath.Join(p.repository, ruleFolder), Fault: err.Error()}
		return
	}
	p.rules = plan.Folder{}
	for here, dir := p.Root, p.Main(); dir != "" && here != at; here, dir = filepath.Dir(here), filepath.Dir(dir) {
		if p.has(dir); p.rules.Path != "" {
			p.lent = here
			return
		}
		if dir == top {
			break
		}
	}
	p.rules = own
}

// has records the rules of a folder, and reports whether they are the project's outside of a
// repository, too.
func (p *Project) has(dir string) bool {
	rules := filepath.Join(dir, ruleFolder)
	is, own, err := files.Folder(rules)
	if err != nil {
		p.rules = plan.Folder{Path: rules, Fault: err.Error()}
		own = owned(filepath.Dir(rules))
	} else if !is {
		return false
	} else if found := plan.RuleFiles(rules); found.Has() {
		p.rules = found
	}
	return p.rules.Path != "" && (dir == p.Root || own && !p.Started && dir != home(p.getenv))
}

// owned reports whether the first readable folder from dir upwards is this user's.
func owned(dir string) bool {
	for {
		if _, own, err := files.Folder(dir); err == nil || filepath.Dir(dir) == dir {
			return own
		}
		dir = filepath.Dir(dir)
	}
}

// Repository returns the root of the project's repository, "" if it is in none.
func (p *Project) Repository() string {
	if !p.sought.repository && p.Root != "" {
		top, err := repository(p.Root)
		if err != nil {
			top = p.Root // the part that is known
		}
		p.repository, p.sought.repository = top, true
	}
	return p.repository
}

// repository returns the root of the repository that a folder is in, "" if it is in none. A .git of
// another user where everybody may write doesn't count. It fails if it can't find out.
func repository(dir string) (string, error) {
	for {
		if is, _, err := files.ThereRightly(filepath.Join(dir, ".git")); is || err != nil {
			return dir, err
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", nil
		}
		dir = up
	}
}
