package host

import (
	"path/filepath"
	"sync"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

// SessionDir is where the agent that rules are written for says which folder it was started
// in: an environment variable of its hooks. Others have their own (plan.Event's Started).
const SessionDir = "CLAUDE_PROJECT_DIR"

// A Project is what a session works on. Rules mean it by a relative path, and it stays
// however the agent's cd moves: the folder that the agent was started in where it is
// still in there; else the nearest one upwards that has rules, or is a repository's root;
// else, as no project begins there, the one that the agent was started in; and where nobody
// says which that is, the folder it is in. A linked worktree is another project than the one
// that it may lie in, with its own files, and has what belongs to the repository in common
// with it (Main).
type Project struct {
	Root    string // absolute; "" if there is no telling
	Cwd     string // absolute, the folder that the agent is in
	Started bool   // Root is what the agent was started in
	// Beside are folders of which it may be a part, or that are worked on with it: none has
	// what is the user's alone. Whoever knows some says so before Folders are asked for.
	Beside []string
	// Own is the folder of the user's rules where the command line says which it is, "" else.
	// Whoever knows it says so before Folders are asked for.
	Own string

	getenv     func(string) string
	rules      plan.Folder // see Rules, once they are looked for
	repository string      // see Repository, once it is looked for
	main       string      // see Main, once it is looked for
	sought     struct{ rules, repository, main bool }
	lent       string // the folder that has the rules of the same folder in the main worktree, "" for none
	once       sync.Once
	folders    Folders // see Folders, once they are asked for
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
	p.sought.main = false // as seen from where the project begins
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

// mostPath is more than a path has on any system but Windows, bytes: PATH_MAX of Linux.
const mostPath = 4096

// nameable returns a folder, or the nearest above it that has a name which the system takes:
// an agent may go deeper, step by step. Who walked up from what an event says would take for
// ever.
func nameable(dir string) string {
	if len(dir) < mostPath {
		return dir
	}
	if dir = filepath.Clean(dir); len(dir) >= mostPath {
		dir = filepath.Dir(dir[:mostPath])
	}
	return dir
}

// Session returns what the agent says it was started in, "" if it doesn't.
func (p *Project) Session() string { return p.getenv(SessionDir) }

// Everything reports whether the project is the root of all files, to which an agent's cd may
// lead: it holds what is everybody's, and is nobody's project.
func (h *Host) Everything() bool { return filepath.Dir(h.Dir) == h.Dir }

// within returns a session's folder by the name that it has on the way to cwd, which may
// be another one than the session's; "" if cwd doesn't lie in it. The root of all files
// is nobody's project.
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

// Rules returns the folder of the project's rules, the nearest upwards to the root of
// its repository that has some or can't be read; without a path if there is none. A folder of
// a linked worktree that has none has those of the same folder in the main one.
// Where there is no repository, those of a folder above are the project's if nobody said
// where it begins, and they are this user's and not in their home: that has the projects
// in it, and is none.
func (p *Project) Rules() plan.Folder {
	if !p.sought.rules && p.Root != "" {
		p.seek()
	}
	return p.rules
}

// seek looks for rules from the root upwards, and sees where the repository begins: also beyond
// rules that it has found, as a linked worktree may have nearer ones.
func (p *Project) seek() {
	p.sought.rules = true
	at, anywhere := "", false // where rules were found, and whether they are the project's in no repository, too
	for dir := p.Root; ; {
		if at == "" {
			if anywhere = p.has(dir); p.rules.Path != "" {
				at = dir
			}
			if at == p.Root {
				return
			}
		}
		// A folder of which there is no telling may be the repository's: what was found below it stays.
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

// seekInMain looks for rules in the main worktree of the repository, below where this one has
// some. Where there is no telling which that is, a project without has rules that can't be read.
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

// has notes the rules that a folder has, and reports whether they are the project's also
// where that is in no repository.
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

// owned reports whether the first folder from dir upwards that can be looked at is this user's.
func owned(dir string) bool {
	for {
		if _, own, err := files.Folder(dir); err == nil || filepath.Dir(dir) == dir {
			return own
		}
		dir = filepath.Dir(dir)
	}
}

// Repository returns the root of the repository that the project is in, "" if it is in
// none.
func (p *Project) Repository() string {
	if !p.sought.repository && p.Root != "" {
		top, err := repository(p.Root)
		if err != nil {
			top = p.Root // as much of it as is known
		}
		p.repository, p.sought.repository = top, true
	}
	return p.repository
}

// repository returns the root of the repository that a folder is in, "" if it is in none. What
// another user has where all may write begins none. It fails if there is no telling.
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
