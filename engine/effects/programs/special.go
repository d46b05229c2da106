package programs

// A special is what a program does in a way that no stanza says. A stanza names it.
type special struct {
	name    string
	touches func(t *toucher, operands []Word)                         // in place of what the stanza says of operands
	runs    func(c Call, around Surroundings) (list []Run, only bool) // beside what the stanza says; only: it runs nothing else
	prints  func(c Call, args []Word, around Surroundings) (out Word, ok bool)
}

// specials are sorted by name. That of a subcommand goes before that of its program.
var specials = [...]special{
	{name: "7z", touches: sevenZip},
	{name: "apply_patch", touches: appliesPatch},
	{name: "aria2c", touches: aria2},
	{name: "awk", touches: awk},
	{name: "axel", touches: axel},
	{name: "base64", prints: base64Text},
	{name: "basename", prints: baseNameText},
	{name: "bucket", touches: bucket},
	{name: "container copy", touches: containerCopy},
	{name: "container run", touches: containerRun},
	{name: "cpio", touches: cpio},
	{name: "crontab", runs: crontab},
	{name: "curl", touches: curl},
	{name: "dirname", prints: dirNameText},
	{name: "echo", prints: echoText},
	{name: "env", runs: splitString},
	{name: "find", touches: finds, runs: foundRuns, prints: foundText},
	{name: "git", runs: gitRuns},
	{name: "git checkout", touches: gitCheckout},
	{name: "git clone", touches: gitClone},
	{name: "git config", touches: gitConfig},
	{name: "git remote", touches: gitRemote},
	{name: "grep", touches: grep},
	{name: "http", touches: http},
	{name: "ln", touches: ln},
	{name: "ls", prints: lsText},
	{name: "mktemp", prints: mktempText},
	{name: "openssl", prints: opensslText},
	{name: "parallel", runs: parallel},
	{name: "patch", touches: patch},
	{name: "printf", prints: printfText},
	{name: "pwd", prints: pwdText},
	{name: "rclone copy", touches: rcloneCopy},
	{name: "rclone delete", touches: rcloneDelete},
	{name: "rev", prints: revText},
	{name: "rsync", touches: rsync},
	{name: "scp", touches: scp},
	{name: "screen", runs: terminal},
	{name: "sed", touches: sed, runs: sedRuns},
	{name: "sftp", touches: sftp},
	{name: "socat", touches: socat},
	{name: "tar", touches: tar},
	{name: "tmux", runs: terminal},
	{name: "tr", prints: trText},
	{name: "unzip", touches: unzip},
	{name: "watch", runs: watch},
	{name: "wget", touches: wget},
	{name: "which", prints: whichText},
	{name: "whoami", prints: whoamiText},
	{name: "xargs", runs: xargs},
	{name: "xxd", prints: xxdText},
	{name: "zip", touches: zip},
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
