package effects

// gitPrograms are git and its subcommands.
var gitPrograms = []program{
	{"git", subs | posix, "C=/ c= exec-path? html-path man-path info-path p,paginate P,no-pager git-dir=/ work-tree=/ namespace= no-replace-objects bare literal-pathspecs glob-pathspecs noglob-pathspecs icase-pathspecs no-optional-locks config-env= super-prefix= list-cmds= v,version h,help", ""},
	{"git push", gnu, "v,verbose q,quiet repo= all branches mirror d,delete tags n,dry-run porcelain f,force force-with-lease? force-if-includes recurse-submodules= thin receive-pack,exec= u,set-upstream progress prune no-verify verify follow-tags signed? atomic o,push-option= 4,ipv4 6,ipv6", "_*"},
}
