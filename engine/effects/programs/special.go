package programs

import "iter"

// A special is what a program does beyond what stanzas can say. A stanza names it.
type special struct {
	name    string
	touches func(t *toucher, operands []Word)                         // in place of what the stanza says of operands
	runs    func(c Call, around Surroundings) (list []Run, only bool) // beside what the stanza says; only: it runs nothing else
	prints  func(c Call, args []Word, around Surroundings) (out Word, ok bool)
}

// specials are sorted by name.
var specials = [...]special{
	{name: "apply_patch", touches: appliesPatch},
	{name: "aria2c", touches: aria2},
	{name: "awk", touches: awk, prints: awkText},
	{name: "axel", touches: axel},
	{name: "base64", prints: base64Text},
	{name: "basename", prints: baseNameText},
	{name: "bucket", touches: bucket},
	{name: "container copy", touches: containerCopy},
	{name: "container run", touches: containerRun, runs: containerRuns},
	{name: "crontab", runs: crontab},
	{name: "curl", touches: curl},
	{name: "cut", prints: cutText},
	{name: "dirname", prints: dirNameText},
	{name: "echo", prints: echoText},
	{name: "env", runs: splitString},
	{name: "find", touches: finds, runs: foundRuns, prints: foundText},
	{name: "gh api", touches: ghAPI},
	{name: "git", runs: gitRuns},
	{name: "git checkout", touches: gitCheckout},
	{name: "git clone", touches: gitClone},
	{name: "git config", touches: gitConfig, runs: gitConfigRuns},
	{name: "git filter-branch", runs: gitFilterRuns},
	{name: "git names", prints: gitNames},
	{name: "git push", touches: gitPush},
	{name: "grep", touches: grep, prints: grepText},
	{name: "head", prints: headText},
	{name: "http", touches: http},
	{name: "jq", prints: jqText},
	{name: "ln", touches: ln},
	{name: "ls", prints: lsText},
	{name: "mktemp", prints: mktempText},
	{name: "openssl", prints: opensslText},
	{name: "package scripts", runs: packageScripts},
	{name: "parallel", runs: parallel},
	{name: "paste", prints: pasteText},
	{name: "patch", touches: patch},
	{name: "printf", prints: printfText},
	{name: "pwd", prints: pwdText},
	{name: "rclone copy", touches: rcloneCopy},
	{name: "rclone delete", touches: rcloneDelete},
	{name: "recipes", runs: recipes},
	{name: "rev", prints: revText},
	{name: "rsync", touches: rsync},
	{name: "run-parts", runs: runParts},
	{name: "scp", touches: scp},
	{name: "screen", runs: screen},
	{name: "sed", touches: sed, runs: sedRuns, prints: sedText},
	{name: "socat", touches: socat},
	{name: "tac", prints: tacText},
	{name: "tmux", runs: tmux},
	{name: "tr", prints: trText},
	{name: "type", prints: typeText},
	{name: "watch", runs: watch},
	{name: "wget", touches: wget},
	{name: "which", prints: whichText},
	{name: "xargs", runs: xargs},
	{name: "xxd", prints: xxdText},
}

// specials yields those of the program and of its subcommand.
func (c Call) specials() iter.Seq[*special] {
	return func(yield func(*special) bool) {
		if s := specialOf(c.whole); s != nil && !yield(s) || c.program == c.whole {
			return
		}
		if s := specialOf(c.program); s != nil {
			yield(s)
		}
	}
}

// specialOf returns the special that a program's stanza names, nil for none.
func specialOf(p *program) *special {
	if p == nil || p.special == "" {
		return nil
	}
	for i := range specials {
		if specials[i].name == p.special {
			return &specials[i]
		}
	}
	return nil
}
