package effects

// gitPrograms are git and its subcommands; what these write is in git.go.
var gitPrograms = []program{
	{"git", subs | posix | exact, "", `C=/ c= exec-path? html-path man-path info-path p,paginate P,no-pager git-dir=l work-tree=/ namespace=
		no-replace-objects no-lazy-fetch no-advice bare literal-pathspecs glob-pathspecs noglob-pathspecs icase-pathspecs no-optional-locks
		config-env= super-prefix= list-cmds= attr-source= v,version h,help`},
	{"git add", gnu, "r*", `n,dry-run v,verbose i,interactive p,patch e,edit f,force u,update renormalize N,intent-to-add A,all ignore-removal
		refresh ignore-errors ignore-missing sparse chmod= pathspec-from-file=r pathspec-file-nul`},
	{"git am", gnu, "r*", `i,interactive 3,3way q,quiet s,signoff u,utf8 k,keep keep-non-patch b m,message-id keep-cr no-keep-cr c,scissors
		quoted-cr= whitespace= ignore-space-change ignore-whitespace directory= exclude= include= C= p= patch-format= reject resolvemsg= continue
		r,resolved skip abort quit show-current-patch? retry allow-empty committer-date-is-author-date ignore-date rerere-autoupdate S,gpg-sign?
		empty= n,no-verify`},
	{"git apply", gnu, "r*", `exclude= include= p,strip= no-add stat numstat summary check index N,intent-to-add cached unsafe-paths apply 3,3way
		build-fake-ancestor= z C= whitespace= ignore-space-change ignore-whitespace R,reverse unidiff-zero reject allow-overlap v,verbose q,quiet
		inaccurate-eof recount directory= allow-empty`},
	{"git archive", gnu, "", `format= prefix= add-file=r add-virtual-file= o,output=w worktree-attributes v,verbose l,list remote=h exec= mtime=`},
	{"git bisect", subs, "", ``},
	{"git bisect run", posix, "$", ``},
	{"git blame", gnu, "", `incremental b root show-stats progress score-debug f,show-name n,show-number p,porcelain line-porcelain c t l s
		e,show-email w ignore-rev= ignore-revs-file=r color-lines color-by-age minimal S=r contents=r C? M? L= abbrev= date=`},
	{"git branch", gnu, "", `v,verbose q,quiet t,track? u,set-upstream-to= unset-upstream color? r,remotes contains= no-contains= abbrev? a,all
		d,delete D m,move M c,copy C l,list show-current create-reflog edit-description f,force merged? no-merged? column? sort= points-at=
		i,ignore-case recurse-submodules format= omit-empty`},
	{"git bundle", subs, "", ``},
	{"git bundle create", gnu, "w", `q,quiet progress all-progress version= all branches? tags? since=`},
	{"git cat-file", gnu, "", `e p t s allow-unknown-type use-mailmap mailmap batch? batch-check? z batch-command? batch-all-objects buffer
		follow-symlinks unordered textconv filters path=`},
	{"git checkout", gnu, "", `b= B= l guess overlay q,quiet recurse-submodules? progress m,merge conflict= d,detach t,track? f,force orphan=
		overwrite-ignore ignore-other-worktrees 2,ours 3,theirs p,patch ignore-skip-worktree-bits pathspec-from-file=r pathspec-file-nul U,unified=
		inter-hunk-context=`},
	{"git checkout-index", gnu, "w*", `a,all ignore-skip-worktree-bits f,force q,quiet n,no-create u,index z stdin temp prefix=w stage=`},
	{"git cherry-pick", gnu, "", `quit continue abort skip cleanup= n,no-commit e,edit s,signoff m,mainline= rerere-autoupdate strategy=
		X,strategy-option= S,gpg-sign? x ff allow-empty allow-empty-message keep-redundant-commits empty=`},
	{"git clean", gnu, "", `q,quiet n,dry-run f,force i,interactive d e,exclude= x X`},
	{"git clone", gnu, "", `v,verbose q,quiet progress reject-shallow n,no-checkout bare mirror l,local no-hardlinks s,shared recurse-submodules?
		recursive? j,jobs= template=r reference=l reference-if-able=l dissociate o,origin= b,branch= u,upload-pack= depth= shallow-since=
		shallow-exclude= single-branch no-tags shallow-submodules separate-git-dir=c c,config= server-option= 4,ipv4 6,ipv6 filter=
		also-filter-submodules remote-submodules sparse bundle-uri=h revision= ref-format=`},
	{"git commit", gnu, "", `q,quiet v,verbose F,file=r author= date= m,message= c,reedit-message= C,reuse-message= fixup= squash= reset-author
		trailer= s,signoff t,template=r e,edit cleanup= status S,gpg-sign? a,all i,include interactive p,patch o,only n,no-verify dry-run short branch
		ahead-behind porcelain long z,null amend no-post-rewrite u,untracked-files? pathspec-from-file=r pathspec-file-nul allow-empty
		allow-empty-message`},
	{"git config", gnu, "", `global system local worktree f,file= blob= get get-all get-regexp get-urlmatch replace-all add unset unset-all
		rename-section remove-section l,list fixed-value e,edit get-color get-colorbool t,type= bool int bool-or-int bool-or-str path expiry-date
		z,null name-only includes show-origin show-scope default= value= all regexp url= comment= append`},
	{"git describe", gnu, "", `contains debug all tags long first-parent abbrev= exact-match candidates= match= exclude= always dirty? broken?`},
	{"git diff", gnu, "", `p,u,patch s,no-patch raw patch-with-raw patch-with-stat numstat shortstat U,unified= W,function-context X,dirstat?
		cumulative check summary name-only name-status stat? stat-width= stat-count= compact-summary binary full-index color? ws-error-highlight= z
		abbrev? src-prefix= dst-prefix= line-prefix= no-prefix inter-hunk-context= B,break-rewrites? M,find-renames? D,irreversible-delete
		C,find-copies? find-copies-harder no-renames l= minimal w,ignore-all-space b,ignore-space-change ignore-space-at-eol ignore-blank-lines
		I,ignore-matching-lines= indent-heuristic patience histogram diff-algorithm= anchored= word-diff? word-diff-regex= color-words? color-moved?
		relative? a,text R exit-code quiet ext-diff textconv ignore-submodules? submodule? S= G= pickaxe-all pickaxe-regex O=r rotate-to= skip-to=
		find-object= diff-filter= output=w cached staged no-index merge-base`},
	{"git difftool", gnu, "", `g,gui d,dir-diff y,no-prompt prompt t,tool= x,extcmd=x trust-exit-code symlinks tool-help cached staged no-index`},
	{"git fetch", gnu, "", `v,verbose q,quiet all set-upstream a,append atomic upload-pack= f,force m,multiple t,tags n j,jobs= prefetch p,prune
		P,prune-tags recurse-submodules? dry-run porcelain write-fetch-head k,keep u,update-head-ok progress depth= shallow-since= shallow-exclude=
		deepen= unshallow refetch update-shallow refmap= o,server-option= 4,ipv4 6,ipv6 negotiation-tip= negotiate-only filter= auto-maintenance
		auto-gc show-forced-updates write-commit-graph stdin`},
	{"git filter-branch", posix | exact, "", `f,force setup= subdirectory-filter= env-filter= tree-filter= index-filter= parent-filter= msg-filter=
		commit-filter= tag-name-filter= prune-empty original= d=w state-branch= remap-to-ancestor`},
	{"git filter-repo", gnu, "", `analyze path= invert-paths path-match= path-glob= path-regex= use-base-name paths-from-file=r path-rename=
		replace-text=r replace-message=r subdirectory-filter= to-subdirectory-filter= tag-rename= filename-callback= message-callback= name-callback=
		email-callback= refname-callback= blob-callback= commit-callback= tag-callback= reset-callback= mailmap=r force partial refs= dry-run source=l
		target=l strip-blobs-bigger-than= strip-blobs-with-ids=r`},
	{"git format-patch", gnu, "", `n,numbered N,no-numbered s,signoff stdout cover-letter numbered-files suffix= start-number= v,reroll-count=
		filename-max-length= rfc subject-prefix= o,output-directory=w k,keep-subject no-binary zero-commit ignore-if-in-upstream p,no-stat add-header=
		to= cc= from? in-reply-to= attach? inline? thread? signature= base= signature-file=r q,quiet progress interdiff= range-diff= creation-factor=
		force-in-body-from`},
	{"git gc", gnu, "", `q,quiet prune? cruft max-cruft-size= aggressive auto detach force keep-largest-pack`},
	{"git grep", gnu, "", `cached no-index untracked exclude-standard recurse-submodules v,invert-match i,ignore-case w,word-regexp a,text I textconv
		r,recursive max-depth= E,extended-regexp G,basic-regexp F,fixed-strings P,perl-regexp n,line-number column h H full-name
		l,files-with-matches,name-only L,files-without-match z,null o,only-matching c,count color? break heading C,context= B,before-context=
		A,after-context= threads= p,show-function W,function-context f=r e= and or not q,quiet all-match O,open-files-in-pager? ext-grep m,max-count=`},
	{"git init", gnu, "c", `template=r bare shared? q,quiet separate-git-dir=c b,initial-branch= object-format= ref-format=`},
	{"git log", 0, "", `=git diff`},
	{"git ls-files", gnu, "", `z t v f c,cached d,deleted m,modified o,others i,ignored s,stage k,killed directory eol empty-directory u,unmerged
		resolve-undo x,exclude= X,exclude-from=r exclude-per-directory= exclude-standard full-name recurse-submodules error-unmatch with-tree= abbrev?
		debug deduplicate sparse format=`},
	{"git ls-remote", gnu, "", `q,quiet upload-pack= t,tags h,heads b,branches refs get-url sort= exit-code symref o,server-option=`},
	{"git merge", gnu, "", `n stat summary log? squash commit e,edit cleanup= ff ff-only rerere-autoupdate verify-signatures s,strategy=
		X,strategy-option= m,message= F,file=r into-name= v,verbose q,quiet abort quit continue allow-unrelated-histories progress S,gpg-sign?
		autostash overwrite-ignore signoff no-verify`},
	{"git mv", gnu, "v* w", `v,verbose n,dry-run:_ f,force k sparse`},
	{"git prune", gnu, "", `n,dry-run v,verbose progress expire= exclude-promisor-objects`},
	{"git pull", gnu, "", `v,verbose q,quiet progress recurse-submodules? r,rebase? n stat log? signoff? squash commit edit cleanup= ff ff-only
		verify verify-signatures autostash s,strategy= X,strategy-option= S,gpg-sign? allow-unrelated-histories all a,append upload-pack= f,force
		t,tags p,prune j,jobs? dry-run k,keep depth= shallow-since= shallow-exclude= deepen= unshallow update-shallow refmap= o,server-option= 4,ipv4
		6,ipv6 negotiation-tip= show-forced-updates set-upstream`},
	{"git push", gnu, "", `v,verbose q,quiet repo= all branches mirror d,delete tags n,dry-run porcelain f,force force-with-lease? force-if-includes
		recurse-submodules= thin receive-pack= exec= u,set-upstream progress prune no-verify verify follow-tags signed? atomic o,push-option= 4,ipv4
		6,ipv6`},
	{"git read-tree", gnu, "", `index-output=w empty v,verbose m trivial aggressive reset prefix= u exclude-per-directory= i n,dry-run
		no-sparse-checkout debug-unpack recurse-submodules? q,quiet`},
	{"git rebase", gnu, "", `onto= keep-base no-verify q,quiet v,verbose n,no-stat signoff committer-date-is-author-date reset-author-date C=
		ignore-whitespace whitespace= f,force-rebase,no-ff continue skip abort quit edit-todo show-current-patch apply m,merge i,interactive
		rerere-autoupdate empty= autosquash update-refs S,gpg-sign? autostash x,exec=! r,rebase-merges? fork-point s,strategy= X,strategy-option= root
		reschedule-failed-exec reapply-cherry-picks`},
	{"git reflog", subs, "", ``},
	{"git reflog delete", gnu, "", `n,dry-run rewrite updateref verbose`},
	{"git reflog expire", gnu, "", `n,dry-run rewrite updateref verbose expire= expire-unreachable= stale-fix all single-worktree`},
	{"git remote", subs, "", `v,verbose`},
	{"git remote add", gnu, "_ h", `f,fetch tags t,track= m,master= mirror?`},
	{"git remote set-url", gnu, "_ h _", `push add delete`},
	{"git repack", gnu, "", `a A cruft cruft-expiration= d f F n q,quiet l,local b,write-bitmap-index i,delta-islands unpack-unreachable=
		k,keep-unreachable window= window-memory= depth= threads= max-pack-size= pack-kept-objects keep-pack= g,geometric= m,write-midx expire-to=w
		filter= filter-to=w`},
	{"git replace", gnu, "", `l,list d,delete e,edit g,graft convert-graft-file f,force raw format=`},
	{"git reset", gnu, "", `q,quiet no-refresh refresh mixed soft hard merge keep recurse-submodules? p,patch N,intent-to-add pathspec-from-file=r
		pathspec-file-nul U,unified= inter-hunk-context=`},
	{"git restore", gnu, "", `s,source= S,staged W,worktree ignore-unmerged overlay q,quiet recurse-submodules? progress m,merge conflict= 2,ours
		3,theirs p,patch ignore-skip-worktree-bits pathspec-from-file=r pathspec-file-nul U,unified= inter-hunk-context=`},
	{"git revert", gnu, "", `quit continue abort skip cleanup= n,no-commit e,edit s,signoff m,mainline= rerere-autoupdate strategy=
		X,strategy-option= S,gpg-sign? reference`},
	{"git rm", gnu, "d*", `n,dry-run:_ q,quiet cached:_ f,force r,recursive ignore-unmatch sparse pathspec-from-file=r pathspec-file-nul`},
	{"git send-email", exact, "r*", `to= cc= bcc= from= subject= smtp-server=h smtp-user= smtp-pass= smtp-encryption= annotate dry-run confirm=`},
	{"git send-pack", gnu, "", `=git push`},
	{"git shortlog", gnu, "", `c,committer n,numbered s,summary e,email w? group=`},
	{"git show", 0, "", `=git diff`},
	{"git stash", subs, "", `k,keep-index S,staged p,patch q,quiet u,include-untracked a,all m,message= pathspec-from-file=r pathspec-file-nul`},
	{"git stash apply", gnu, "", `q,quiet index`},
	{"git stash branch", gnu, "", ``},
	{"git stash clear", gnu, "", ``},
	{"git stash create", gnu, "", ``},
	{"git stash drop", gnu, "", `q,quiet`},
	{"git stash list", 0, "", `=git diff`},
	{"git stash pop", gnu, "", `q,quiet index`},
	{"git stash push", gnu, "", `k,keep-index S,staged p,patch q,quiet u,include-untracked a,all m,message= pathspec-from-file=r pathspec-file-nul`},
	{"git stash save", 0, "", `=git stash push`},
	{"git stash show", gnu, "", `u,include-untracked only-untracked p,patch stat`},
	{"git stash store", gnu, "", `m,message= q,quiet`},
	{"git status", gnu, "", `v,verbose s,short b,branch show-stash ahead-behind porcelain? long z,null u,untracked-files? ignored? ignore-submodules?
		column? no-renames M,find-renames?`},
	{"git submodule", subs, "", `q,quiet cached`},
	{"git submodule add", gnu, "h c", `b= f,force name= reference=l depth= q,quiet progress`},
	{"git submodule deinit", gnu, "", `q,quiet f,force all`},
	{"git submodule foreach", posix, "!*", `q,quiet recursive`},
	{"git submodule update", gnu, "", `i,init remote N,no-fetch f,force checkout rebase merge reference= depth= j,jobs= recursive single-branch
		filter= progress q,quiet recommend-shallow`},
	{"git switch", gnu, "", `c,create= C,force-create= guess discard-changes q,quiet recurse-submodules? progress m,merge conflict= d,detach t,track?
		f,force orphan= overwrite-ignore ignore-other-worktrees`},
	{"git symbolic-ref", gnu, "", `q,quiet d,delete short recurse m=`},
	{"git tag", gnu, "", `l,list n? d,delete v,verify a,annotate m,message= F,file=r e,edit s,sign cleanup= u,local-user= f,force create-reflog
		column? contains= no-contains= merged= no-merged= sort= points-at= format= color? i,ignore-case trailer=`},
	{"git update-index", gnu, "", `q ignore-submodules add replace remove unmerged refresh really-refresh cacheinfo= chmod= assume-unchanged
		no-assume-unchanged skip-worktree no-skip-worktree info-only force-remove z stdin index-info unresolve g,again ignore-missing verbose
		clear-resolve-undo index-version= split-index untracked-cache`},
	{"git update-ref", gnu, "", `m= d no-deref z stdin create-reflog`},
	{"git worktree", subs, "", ``},
	{"git worktree add", gnu, "c", `f,force b= B= d,detach checkout lock reason= q,quiet track guess-remote orphan relative-paths`},
	{"git worktree list", gnu, "", `v,verbose porcelain z expire=`},
	{"git worktree move", gnu, "V w", `f,force relative-paths`},
	{"git worktree prune", gnu, "", `n,dry-run v,verbose expire=`},
	{"git worktree remove", gnu, "D", `f,force`},
}
