package effects

import "strings"

// A grammar is what is known of a language whose code is read for calls that run
// commands, touch files or hosts. The rest of it is taken to be harmless.
type grammar struct {
	name    string // as the stanzas of programs have it
	comment string
	shell   string // what its backquotes are: a command, or "" for a text
	inner   string // what begins something else in its double quotes
	// calls gives what calls do, by name; one that begins with a dot is of any object.
	// It is a function so that a process makes no map that it does not need.
	calls func() map[string]action
}

// A language is a grammar with its calls.
type language struct {
	grammar
	known map[string]action
}

// An action is what a call does with its arguments.
type action uint8

const (
	shellCode  action = iota + 1 // the first is code of the shell, or a list of words
	argv                         // they are the words of a command
	removes                      // the first is a file that is deleted
	removesAll                   // with all below
	movesFile                    // the first is moved to the second
	copiesFile                   // the first is copied to the second
	reads
	writes
	opens // the second says what for
	fetches
	sends
	modes   // the first is a file whose rights are changed
	links   // the last is made a link
	own     // the first is code of the language
	applies // the first is the name of a call, which is made with the others
	multiplies
)

// languages are those that are read.
var languages = []grammar{
	{"r", "#", "", "", func() map[string]action {
		return map[string]action{"system": shellCode, "system2": argv, "unlink": removesAll, "file.remove": removes, "eval": own, "parse": own}
	}},
	{"awk", "#", "", "", func() map[string]action { return map[string]action{"system": shellCode} }},
	{"lua", "--", "", "", func() map[string]action {
		return map[string]action{"os.execute": shellCode, "io.popen": shellCode, "os.remove": removes, "os.rename": movesFile, "io.open": opens, "load": own, "loadstring": own, "dofile": reads}
	}},
	{"javascript", "//", "", "${", node},
	{"perl", "#", "!", "$@", func() map[string]action {
		return map[string]action{
			"system": shellCode, "exec": shellCode, "qx": shellCode, "unlink": removes, "rmdir": removes, "rmtree": removesAll, ".rmtree": removesAll, "remove_tree": removesAll, ".remove_tree": removesAll,
			"rename": movesFile, "move": movesFile, "copy": copiesFile, "symlink": links, "link": links, "truncate": writes, "eval": own, "fork": multiplies, "open": opens, "get": fetches, "getstore": fetches,
		}
	}},
	{"php", "//", "!", "$", func() map[string]action {
		return map[string]action{
			"system": shellCode, "exec": shellCode, "shell_exec": shellCode, "passthru": shellCode, "popen": shellCode, "proc_open": shellCode, "pcntl_exec": argv,
			"pcntl_fork": multiplies, "unlink": removes, "rmdir": removes, "rename": movesFile, "copy": copiesFile, "file_get_contents": reads, "readfile": reads,
			"file_put_contents": writes, "fopen": opens, "touch": writes, "chmod": modes, "symlink": links, "link": links, "file": reads, "array_map": applies, "call_user_func": applies, "array_walk": applies, "eval": own, "assert": own, "curl_init": fetches,
		}
	}},
	{"python", "#", "", "", func() map[string]action {
		return map[string]action{
			"os.system": shellCode, ".system": shellCode, "os.popen": shellCode, ".popen": shellCode, "pty.spawn": shellCode, "commands.getoutput": shellCode,
			".getoutput": shellCode, ".getstatusoutput": shellCode, ".create_subprocess_shell": shellCode, ".create_subprocess_exec": argv,
			"subprocess.run": shellCode, "subprocess.call": shellCode, ".check_call": shellCode, ".check_output": shellCode, ".Popen": shellCode, "sp.run": shellCode, "sp.call": shellCode,
			".execv": shellCode, ".execve": shellCode, ".execvp": shellCode, ".execvpe": shellCode, ".execl": argv, ".execlp": argv, ".spawnl": argv, ".spawnlp": argv, ".spawnv": argv, ".posix_spawn": shellCode,
			"os.remove": removes, "os.unlink": removes, ".unlink": removes, "os.rmdir": removes, ".rmdir": removes, "os.removedirs": removes, ".rmtree": removesAll,
			"os.rename": movesFile, "os.replace": movesFile, "shutil.move": movesFile, "shutil.copy": copiesFile, "shutil.copy2": copiesFile, "shutil.copyfile": copiesFile, "shutil.copytree": copiesFile,
			"open": opens, "io.open": opens, ".read_text": reads, ".read_bytes": reads, ".write_text": writes, ".write_bytes": writes, ".touch": writes, "os.truncate": writes, "os.chmod": modes, ".chmod": modes, "os.chown": modes, "os.link": links, "os.symlink": links, ".symlink_to": reads, ".hardlink_to": reads,
			".urlopen": fetches, ".urlretrieve": fetches, "requests.get": fetches, "httpx.get": fetches, "requests.post": sends, "requests.put": sends, "httpx.post": sends, "requests.request": fetches,
			"eval": own, "exec": own, "compile": own, "os.fork": multiplies, ".fork": multiplies,
		}
	}},
	{"ruby", "#", "!", "#{", func() map[string]action {
		return map[string]action{
			"system": shellCode, ".system": shellCode, "exec": shellCode, ".exec": shellCode, "spawn": shellCode, ".spawn": shellCode, ".popen": shellCode, ".capture2": shellCode, ".capture2e": shellCode, ".capture3": shellCode,
			"File.delete": removes, "File.unlink": removes, "Dir.rmdir": removes, "Dir.delete": removes, "Dir.unlink": removes, ".rm": removes, ".rm_f": removes,
			".rm_r": removesAll, ".rm_rf": removesAll, ".rmtree": removesAll, ".remove_dir": removesAll, ".remove_entry": removesAll, ".remove_entry_secure": removesAll,
			"File.rename": movesFile, ".mv": movesFile, ".cp": copiesFile, ".cp_r": copiesFile, "File.read": reads, "IO.read": reads, "File.readlines": reads, "IO.readlines": reads, "File.foreach": reads, "IO.foreach": reads, "IO.binread": reads, "File.binread": reads, "File.truncate": writes, "File.binwrite": writes, ".touch": writes, "File.symlink": links, "File.link": links, ".ln_s": links, ".ln_sf": links, "File.write": writes, "IO.write": writes, "File.open": opens, "open": opens,
			"URI.open": fetches, "Net.HTTP.get": fetches, "Net.HTTP.post": sends, "eval": own, "instance_eval": own, "fork": multiplies, ".fork": multiplies,
		}
	}},
	{"tcl", "#", "", "", func() map[string]action { return map[string]action{} }},
}

func node() map[string]action {
	return map[string]action{
		"child_process.exec": shellCode, "child_process.execSync": shellCode, "child_process.spawn": argv, "child_process.spawnSync": argv, "child_process.fork": reads,
		"child_process.execFile": argv, "child_process.execFileSync": argv, ".execSync": shellCode, "Bun.spawn": shellCode, "Bun.spawnSync": shellCode, "Deno.run": argv,
		".rmSync": removesAll, "rmSync": removesAll, "fs.rm": removesAll, "fsPromises.rm": removesAll, ".rmdirSync": removesAll, "fs.rmdir": removesAll, "rimraf": removesAll, ".rimraf": removesAll, ".removeSync": removesAll,
		".unlinkSync": removes, "unlinkSync": removes, ".unlink": removes, "Deno.remove": removesAll, "Deno.removeSync": removesAll,
		".renameSync": movesFile, ".copyFileSync": copiesFile, ".cpSync": copiesFile, ".readFileSync": reads, ".readFile": reads, "readFileSync": reads, ".writeFileSync": writes, "writeFileSync": writes, ".writeFile": writes, ".appendFileSync": writes, ".appendFile": writes, ".createWriteStream": writes, ".createReadStream": reads, ".openSync": opens, "fs.open": opens, ".truncateSync": writes, "fs.truncate": writes,
		".chmodSync": modes, "fs.chmod": modes, ".symlinkSync": links, ".linkSync": links, "fs.symlink": links, "fs.link": links, "fs.unlink": removes, "fs.rename": movesFile, "fs.copyFile": copiesFile, "fs.cp": copiesFile, "fs.promises.rm": removesAll, "fs.promises.rmdir": removesAll, "fs.promises.rename": movesFile, "fs.promises.cp": copiesFile,
		"Deno.readTextFile": reads, "Deno.readTextFileSync": reads, "Deno.readFile": reads, "Deno.writeTextFile": writes, "Deno.writeTextFileSync": writes, "Deno.writeFile": writes, "Deno.writeFileSync": writes, "Bun.write": writes, "Bun.file": reads, "execa": argv, "execaSync": argv, "execaCommand": shellCode,
		"fetch": fetches, "http.get": fetches, "https.get": fetches, "http.request": sends, "https.request": sends, "axios.get": fetches, "axios.post": sends,
		"eval": own, "Function": own, ".runInThisContext": own, ".runInNewContext": own,
	}
}

// languageOf returns the language of that name, nil if it is none that is read.
func languageOf(name string) *language {
	for _, g := range languages {
		if g.name == name {
			return &language{g, g.calls()}
		}
	}
	return nil
}

// modules are those whose calls are often used without naming them.
var modules = []string{"os", "subprocess", "shutil", "requests", "fs", "child_process"}

// does returns what a call of a name does, 0 for nothing of note. imported are the
// modules that the code names.
func (l *language) does(name string, imported []string) action {
	if d := l.known[name]; d != 0 {
		return d
	}
	last := name[strings.LastIndexByte(name, '.')+1:]
	if d := l.known["."+last]; d != 0 && (last != name || len(imported) > 0) {
		return d
	}
	for _, module := range imported {
		if d := l.known[module+"."+last]; d != 0 && (last == name || module == "child_process") {
			return d
		}
	}
	return 0
}
