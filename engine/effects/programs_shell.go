package effects

// shellPrograms are shells and their builtins, and programs that run a command they
// are given.
var shellPrograms = []program{
	{".", 0, "", `=source`},
	{":", posix | exact, "", ``},
	{"ash", 0, "", `=sh`},
	{"at", exact, "", `V q= f=r m M k t= l b v d= r= c`},
	{"aws-vault", subs | exact, "", ``},
	{"aws-vault exec", exact, "_ $", `d,duration= n,no-session j,json s,server t,mfa-token= region=`},
	{"bash", posix | exact, "x o*", `c:+ s:+ i l,login r,restricted D o= O= rcfile,init-file=x norc noprofile noediting posix verbose pretty-print
		dump-strings dump-po-strings debugger debug a b e f h k m n p t u v x B C E H P T`},
	{"batch", 0, "", `=at`},
	{"bind", posix | exact, "", `m= f=r x= q= u= r= l p P s S v V X`},
	{"builtin", posix | exact, "$", ``},
	{"busybox", posix | exact, "$", `list install s`},
	{"caffeinate", posix | exact, "$", `d i m s u t= w=`},
	{"chronic", posix, "$", `v e`},
	{"chroot", posix, "l $", `groups= userspec= skip-chdir`},
	{"chrt", posix, "_ $", `b,batch d,deadline f,fifo i,idle o,other r,rr R,reset-on-fork T,sched-runtime= P,sched-period= D,sched-deadline=
		a,all-tasks m,max p,pid v,verbose`},
	{"command", posix | exact, "$", `p v:_ V:_`},
	{"csh", 0, "", `=sh`},
	{"dash", 0, "", `=sh`},
	{"dbus-run-session", posix, "$", `config-file=r dbus-daemon=`},
	{"declare", posix | exact, "", `a A f F g i I l n p r t u x`},
	{"dirs", posix | exact, "", `c l p v`},
	{"doas", posix | exact, "$", `C=r L n s u= a=`},
	{"doppler", subs | exact, "", ``},
	{"doppler run", exact | dashes, "", `command= c,config= p,project=`},
	{"dotenv", posix | exact, "$", `e= v= o c= f= run`},
	{"eatmydata", posix, "$", ``},
	{"echo", posix | exact, "", `n e E`},
	{"env", posix, "= $", `i,ignore-environment u,unset= 0,null C,chdir=/ S,split-string= v,debug block-signal? default-signal? ignore-signal?
		list-signal-handling P= a,argv0=`},
	{"eval", posix | exact, "!*", ``},
	{"exec", posix | exact, "$", `c l a=`},
	{"exit", posix | exact, "", ``},
	{"export", 0, "", `=declare`},
	{"fakeroot", posix, "$", `l= s= i=r u b= faked=`},
	{"false", posix | exact, "", ``},
	{"fc", posix | exact, "", `e= l n r s`},
	{"firejail", posix | exact, "$", ``},
	{"fish", exact, "x o*", `c,command=+ C,init-command= i,interactive l,login n,no-execute N,no-config p,profile=w P,private`},
	{"flock", posix, "w $", `s,shared x,e,exclusive u,unlock n,nonblock,nb w,wait,timeout= E,conflict-exit-code= o,close c,command=! F,no-fork
		verbose`},
	{"getopts", posix | exact, "", ``},
	{"gosu", posix | exact, "_ $", ``},
	{"hash", posix | exact, "", `l r p= d t`},
	{"history", posix | exact, "", `c d= a=w n=r r=r w=w p s`},
	{"hyperfine", exact, "!", `w,warmup= m,min-runs= M,max-runs= r,runs= s,setup= p,prepare= c,cleanup= P,parameter-scan= L,parameter-list= D= style=
		S,shell= N i,ignore-failure u,time-unit= export-json=w export-csv=w export-markdown=w show-output output= input=r n,command-name=`},
	{"ionice", posix, "$", `c,class= n,classdata= p,pid=:_ P,pgid=:_ t,ignore u,uid=`},
	{"jobs", posix | exact, "", `l n p r s x`},
	{"ksh", 0, "", `=sh`},
	{"ksh93", 0, "", `=sh`},
	{"let", posix | exact, "", ``},
	{"linux32", 0, "", `=setarch`},
	{"linux64", 0, "", `=setarch`},
	{"local", 0, "", `=declare`},
	{"ltrace", posix, "$", `a= A= b c C D= e= f F=r i l= L n= o=w p= r s= S t T u= w= x=`},
	{"mapfile", posix | exact, "", `d= n= O= s= t u= C= c=`},
	{"mise", subs | exact, "", ``},
	{"mise exec", exact | dashes, "", `c,command=`},
	{"mksh", 0, "", `=sh`},
	{"nice", posix, "$", `n,adjustment=`},
	{"nocorrect", posix | exact, "$", ``},
	{"noglob", posix | exact, "$", ``},
	{"nohup", posix, "$", ``},
	{"nsenter", posix, "$", `a,all t,target= m,mount? u,uts? i,ipc? n,net? p,pid? C,cgroup? U,user? T,time? S,setuid= G,setgid= preserve-credentials
		r,root? w,wd? W= F,no-fork Z,follow-context e,env`},
	{"numactl", posix, "$", `i,interleave= p,preferred= m,membind= N,cpunodebind= C,physcpubind= l,localalloc s,show H,hardware`},
	{"op", subs | exact, "", ``},
	{"op run", exact | dashes, "", `env-file=r no-masking account=`},
	{"parallel", posix | exact, "$", `0,null a,arg-file=r arg-sep= bar basefile= bf= C,colsep= compress D d,delimiter= delay= dry-run dryrun E= eta
		fifo env= f g,group halt= header= I= i? j,jobs,max-procs,P= joblog=w k,keep-order L= l? line-buffer lb load= M m,xargs X memfree=
		n,max-args,N= nice= no-notice p,interactive pipe pipepart plus progress q,quote r,no-run-if-empty recend= recstart= results= resume
		resume-failed retries= rpl= S,sshlogin= slf,sshloginfile=r s,max-chars= semaphore shuf silent tag tagstring= timeout= tmpdir= tmux t,verbose
		trim= u,ungroup v will-cite wd,workdir= x block= bg citation cat cleanup ctrlc filter= return= trc= transfer transferfile=`},
	{"perf", subs | exact, "", ``},
	{"perf record", posix | exact, "$", `a e= p= o=w F= g c= t= C= call-graph=`},
	{"perf stat", posix | exact, "$", `a e= p= o=w r= d v x= I= C=`},
	{"pkexec", posix | exact, "$", `disable-internal-agent user=`},
	{"printf", posix | exact, "", `v=`},
	{"prlimit", posix, "$", `p,pid= o,output= noheadings raw verbose c,core? d,data? n,nofile? v,as? t,cpu? u,nproc?`},
	{"proxychains", posix | exact, "$", `q f=r`},
	{"proxychains4", 0, "", `=proxychains`},
	{"read", posix | exact, "", `r s e a= d= i= n= N= p= t= u=`},
	{"readarray", 0, "", `=mapfile`},
	{"readonly", 0, "", `=declare`},
	{"return", posix | exact, "", ``},
	{"rksh", 0, "", `=sh`},
	{"rlwrap", posix, "$", ``},
	{"rtk", posix | exact, "$", ``},
	{"runuser", gnu, "", `=su`},
	{"script", exact, "w", `I,log-in=w O,log-out=w B,log-io=w T,log-timing=w t,timing? m,logging-format= a,append:a c,command=! e,return f,flush
		force E,echo= o,output-limit= q,quiet`},
	{"set", posix | exact, "", ``},
	{"setarch", posix, "$", `B,32bit F,fdpic-funcptrs I,short-inode L,addr-compat-layout R,addr-no-randomize S,whole-seconds T,sticky-timeouts
		X,read-implies-exec Z,mmap-page-zero 3,3gb uname-2.6 v,verbose`},
	{"setpriv", posix, "$", `d,dump nnp,no-new-privs ambient-caps= inh-caps= bounding-set= ruid= euid= rgid= egid= reuid= regid= clear-groups
		keep-groups init-groups groups= securebits= pdeathsig= selinux-label= apparmor-profile= reset-env`},
	{"setsid", posix, "$", `c,ctty f,fork w,wait`},
	{"sg", exact, "_ _", `c`},
	{"sh", 0, "", `=bash`},
	{"shift", posix | exact, "", ``},
	{"shopt", posix | exact, "", `o p q s u`},
	{"sleep", gnu, "", ``},
	{"source", posix | exact, "x o*", ``},
	{"stdbuf", posix, "$", `i,input= o,output= e,error=`},
	{"strace", posix, "$", `e= E,env= p,attach= u,user= b,detach-on= D,daemonize% f,follow-forks I,interruptible= trace= signal= status=
		P,trace-path= z,successful-only Z,failed-only a,columns= k,stack-traces n,syscall-number o,output=w A,output-append-mode q,quiet
		r,relative-timestamps% s,string-limit= t,absolute-timestamps% T,syscall-times% v,no-abbrev x X,const-print-style= y Y c,summary-only C,summary
		S,summary-sort-by= U,summary-columns= w,summary-wall-clock i,instruction-pointer inject= fault=`},
	{"su", gnu, "", `m,p,preserve-environment w,whitelist-environment= g,group= G,supp-group= l,login c,command=! session-command=! f,fast s,shell=
		P,pty T,no-pty u,user=`},
	{"su-exec", posix | exact, "_ $", ``},
	{"sudo", posix | again, "= $", `A,askpass b,background B,bell C,close-from= D,chdir=/ E,preserve-env% e,edit:_ g,group= H,set-home h,host=
		i,login K,remove-timestamp k,reset-timestamp l,list:_ N,no-update n,non-interactive P,preserve-groups p,prompt= R,chroot= S,stdin s,shell
		T,command-timeout= t,type= r,role= U,other-user= u,user= V,version:_ v,validate:_`},
	{"sudoedit", gnu, "e*", `A,askpass B,bell C,close-from= D,chdir=/ g,group= H h,host= k n p,prompt= R,chroot= r,role= S s T,command-timeout=
		t,type= U u,user=`},
	{"systemd-run", posix, "$", `no-ask-password user system H,host= M,machine= scope u,unit= p,property= description= slice= slice-inherit no-block
		r,remain-after-exit wait send-sighup service-type= uid= gid= nice= working-directory=/ d,same-dir E,setenv= t,pty P,pipe q,quiet G,collect
		S,shell path-property= socket-property= on-active= on-boot= on-startup= on-unit-active= on-unit-inactive= on-calendar= timer-property=`},
	{"taskset", posix, "_ $", `a,all-tasks p,pid:_ c,cpu-list`},
	{"tcsh", 0, "", `=sh`},
	{"time", posix, "$", `a,append f,format= o,output=w p,portability q,quiet v,verbose l h`},
	{"timeout", posix, "_ $", `preserve-status foreground k,kill-after= s,signal= v,verbose f p`},
	{"torify", 0, "", `=torsocks`},
	{"torsocks", posix | exact, "$", `i,isolate a= P= u= p=`},
	{"toybox", 0, "", `=busybox`},
	{"trap", posix | exact, "", `l p P`},
	{"true", posix | exact, "", ``},
	{"type", posix | exact, "", `a f p P t`},
	{"typeset", 0, "", `=declare`},
	{"ulimit", posix | exact, "", ``},
	{"umask", posix | exact, "", `p S`},
	{"unbuffer", posix | exact, "$", `p`},
	{"unset", posix | exact, "", `f v n`},
	{"unshare", posix, "$", `m,mount% u,uts% i,ipc% n,net% p,pid% U,user% C,cgroup% T,time% f,fork map-user= map-group= r,map-root-user
		c,map-current-user map-auto map-users= map-groups= kill-child% mount-proc% propagation= setgroups= keep-caps R,root= w,wd=/ S,setuid=
		G,setgid= monotonic= boottime=`},
	{"usleep", posix | exact, "", ``},
	{"valgrind", posix | exact, "$", ``},
	{"wait", posix | exact, "", `f n p=`},
	{"watch", posix, "$", `b,beep c,color d,differences% e,errexit g,chgexit q,equexit= n,interval= p,precise t,no-title w,no-wrap x,exec`},
	{"which", exact, "", `a,all i s v skip-alias skip-functions`},
	{"winpty", posix | exact, "$", ``},
	{"xargs", posix, "$", `0,null a,arg-file=r d,delimiter= E= e,eof? I= i,replace? J= L,max-lines= l? n,max-args= o,open-tty P,max-procs=
		p,interactive process-slot-var= R= r,no-run-if-empty S= s,max-chars= show-limits:_ t,verbose x,exit`},
	{"xvfb-run", posix, "$", `a,auto-servernum e,error-file=w f,auth-file= l,listen-tcp n,server-num= p,xauth-protocol= s,server-args= w,wait=`},
	{"yes", posix, "", ``},
	{"zsh", 0, "", `=sh`},
}
