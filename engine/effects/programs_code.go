package effects

// codePrograms are interpreters, compilers, and the tools that build, test and
// install software.
var codePrograms = []program{
	{"Rscript", posix | exact, "x o*", `e=+ vanilla no-save slave verbose`},
	{"apk", subs | exact, "", `p,root= X,repository= q,quiet f,force`},
	{"apt", exact, "", `y,yes,assume-yes q,quiet? o,option= c,config-file=r t,default-release= purge reinstall f,fix-broken m,fix-missing
		d,download-only s,simulate,dry-run no-install-recommends allow-unauthenticated allow-downgrades V u a,host-architecture= installed upgradable`},
	{"apt-get", 0, "", `=apt`},
	{"brew", exact, "", `v,verbose q,quiet d,debug f,force cask formula zap dry-run n`},
	{"bun", subs | exact, "x o*", `e,eval=+ p,print=+ r,preload=x cwd=/ c,config=r env-file=r watch hot silent b,bun`},
	{"bun add", exact, "_*", `d,dev g,global exact cwd=/ registry=`},
	{"bun install", 0, "", `=bun add`},
	{"bun publish", 0, "", `=bun add`},
	{"bun run", exact, "_*", `cwd=/ silent env-file=r`},
	{"bun test", exact, "_*", `watch t= timeout=`},
	{"bun x", posix | exact, "$", `bun p,package=`},
	{"bundle", subs | exact, "", ``},
	{"bundle exec", posix | exact, "$", `keep-file-descriptors gemfile=r`},
	{"bunx", 0, "", `=bun x`},
	{"cargo", subs | global | exact, "", `C=/ config= manifest-path=r p,package= F,features= j,jobs= target= target-dir=w color= Z= profile= bin=
		example= test= bench= message-format= exclude= v,verbose q,quiet r,release all-features no-default-features workspace all all-targets locked
		offline frozen lib bins examples tests benches dry-run n allow-dirty token= registry= index= git= branch= tag= rev= path=l version= vers=
		root=w fix bump=`},
	{"cargo run", exact, "", `p,package= bin= example= F,features= profile= target= manifest-path=r r,release q,quiet v,verbose`},
	{"cc", dashed, "r*", `o=w I= L= l? include=r isystem= D? c S E g O O1 O2 O3 Wall Wextra std= x= MF=w`},
	{"clang", 0, "", `=cc`},
	{"cmake", dashed, "o*", `B=w S=l G= D= C=r P=x E:_ build=l target= install= j= config= preset= prefix= parallel=`},
	{"composer", exact, "", `d,working-dir=/ no-dev n,no-interaction q,quiet no-scripts prefer-dist prefer-source dry-run`},
	{"conda", exact, "", `n,name= p,prefix=w f,file=r c,channel= y,yes all force q,quiet json`},
	{"crontab", posix | exact, "r", `u= l e r i n T V`},
	{"deno", subs | exact, "", `q,quiet`},
	{"deno eval", exact, "_*", `p,print`},
	{"deno run", posix | exact, "x o*", `A,allow-all allow-read? allow-write? allow-net? allow-env? allow-run? c,config=r import-map=r r,reload?
		watch? no-check? env-file? lock=r`},
	{"dnf", exact, "", `y,assumeyes q,quiet v,verbose c,config=r enablerepo= disablerepo= x,exclude= installroot= releasever= best nogpgcheck`},
	{"dotnet", exact, "", `c,configuration= f,framework= r,runtime= o,output=w v,verbosity= p,project=l k,api-key= s,source= no-build no-restore
		n,name= filter=`},
	{"dpkg", exact, "", `i,install r,remove P,purge l,list L,listfiles s,status S,search a,pending root= admindir= instdir= force? configure unpack`},
	{"emerge", exact, "_*", `a,ask v,verbose p,pretend C,unmerge c,depclean u,update D,deep N,newuse 1,oneshot`},
	{"flatpak", exact, "", `user system y,assumeyes u=`},
	{"g++", 0, "", `=cc`},
	{"gcc", 0, "", `=cc`},
	{"gem", exact, "", `v,version= i,install-dir=w n,bindir=w s,source= k,key= host=h f,force a,all q,quiet N,no-document P,trust-policy=
		x,executables I,ignore-dependencies`},
	{"gmake", 0, "", `=make`},
	{"go", subs, "", `C=/`},
	{"go build", dashed, "", `o=w C=/ tags= ldflags= gcflags= mod= modfile=r p= race v x n a trimpath overlay=r asmflags= buildmode= compiler=
		pkgdir= toolexec=x coverpkg= cover run= bench= benchtime= count= timeout= coverprofile=w covermode= cpu= cpuprofile=w memprofile=w trace=w
		outputdir=w parallel= json skip= list= short failfast fuzz= fuzztime= shuffle= vet= args exec=x`},
	{"go clean", dashed, "", `cache testcache modcache fuzzcache i r n x`},
	{"go generate", dashed, "", `run= skip= v n x`},
	{"go get", 0, "", `=go build`},
	{"go install", 0, "", `=go build`},
	{"go run", dashed | posix, "", `=go build`},
	{"go test", dashed, "", `=go build`},
	{"go vet", 0, "", `=go build`},
	{"gradle", exact, "", `p,project-dir=/ b,build-file=x c,settings-file=x g,gradle-user-home= P? D? x,exclude-task= I,init-script=x q,quiet i,info
		s,stacktrace offline continue no-daemon daemon parallel`},
	{"gradlew", 0, "", `=gradle`},
	{"java", dashed | posix, "_ o*", `jar=+x. cp= classpath= class-path= m=+ module=+ p= module-path= version ea enableassertions agentpath=
		javaagent= showversion`},
	{"javac", dashed, "r*", `d=w cp= classpath= sourcepath= source= target= release= g nowarn`},
	{"just", exact, "_*", `f,justfile=x d,working-directory=/ l,list n,dry-run set= shell= v,verbose dotenv-path=r c,command= e,edit`},
	{"ld", 0, "", `=cc`},
	{"make", gnu, "", `B,always-make C,directory=/ d debug? e,environment-overrides E,eval= f,file,makefile=x i,ignore-errors I,include-dir= j,jobs?
		k,keep-going l,load-average? L,check-symlink-times n,just-print,recon,dry-run o,old-file,assume-old= O,output-sync? p,print-data-base
		q,question r,no-builtin-rules R,no-builtin-variables s,silent,quiet S,no-keep-going,stop t,touch trace v,version w,print-directory
		W,what-if,new-file,assume-new=`},
	{"meson", exact, "", `C=/ D? buildtype= prefix=`},
	{"mvn", exact, "", `f,file=x s,settings=r gs,global-settings=r D? P= pl,projects= am o,offline q,quiet U X,debug B,batch-mode T,threads=`},
	{"nimble", exact, "", `y,accept`},
	{"ninja", exact, "", `C=/ f=x j= k= l= n v d= t= w=`},
	{"nix", subs | exact, "", ``},
	{"nix develop", exact, "_", `c,command:_ i,ignore-environment k,keep= impure`},
	{"nix-shell", exact, "o*", `run=! command=! p,packages:_ pure I= A,attr= E,expr= arg= argstr= keep=`},
	{"node", posix | exact, "x o*", `e,eval=+ p,print=+ c,check i,interactive r,require=x import=x loader=x experimental-loader=x env-file=r inspect?
		inspect-brk? input-type= C,conditions= max-old-space-size= stack-size= v,version h,help test watch watch-path= no-warnings title=`},
	{"nodejs", 0, "", `=node`},
	{"npm", subs | global | exact, "", `C,prefix=/ g,global S,save D,save-dev save-optional save-exact E w,workspace= ws,workspaces registry=h tag=
		otp= access= userconfig=r globalconfig=r cache= loglevel= omit= include= depth= f,force dry-run json y,yes l,long s,silent ignore-scripts
		legacy-peer-deps p,parseable package= c,call= message= m= script-shell= provenance if-present`},
	{"npm exec", posix | exact, "$", `p,package= c,call=! y,yes no w,workspace= ws,workspaces`},
	{"npm x", 0, "", `=npm exec`},
	{"npx", posix | exact, "$", `y,yes no p,package= c,call=! q,quiet ignore-existing no-install w,workspace= shell=`},
	{"pacman", exact, "", `S,sync R,remove Q,query U,upgrade D,database F,files T,deptest y,refresh u,sysupgrade c,clean,cascade s,recursive,search
		n,nosave i,info l,list noconfirm needed b,dbpath= r,root= config=r cachedir= asdeps asexplicit d,nodeps v,verbose`},
	{"perl", posix | exact, "x o*", `e=+ E=+ n:r p:r a c D? d? f F= h I= i?:e 0? l? m? M? S s T t u U v V? w W X x? C?`},
	{"php", posix | exact, "x o*", `r,run=+ B,process-begin=+ R,process-code=+ F,process-file=+x E,process-end=+ f,file=+x c,php-ini=r n d,define=
		a,interactive S,server=+ t,docroot=l l,syntax-check m,modules i,info v,version z,zend-extension= q s,syntax-highlight w,strip`},
	{"pip", subs | global | exact, "", `r,requirement=r c,constraint=r e,editable=l t,target=w i,index-url=h extra-index-url=h f,find-links= no-index
		U,upgrade user root=w prefix=w y,yes q,quiet v,verbose log=a proxy= timeout= trusted-host= cert=r client-cert=r cache-dir= d,dest=w
		w,wheel-dir=w no-deps pre force-reinstall I,ignore-installed break-system-packages python= no-cache-dir no-input report=w platform=
		upgrade-strategy=`},
	{"pip3", 0, "", `=pip`},
	{"pipenv", subs | exact, "", ``},
	{"pipenv run", posix | exact, "$", ``},
	{"pipx", exact, "", `python= pip-args= spec= suffix= include-deps f,force v,verbose`},
	{"pnpm", subs | global | exact, "", `C,dir=/ F,filter= r,recursive D,save-dev P,prod O g,global w,workspace-root registry= tag= otp= access=
		frozen-lockfile no-git-checks f,force dry-run reporter= store-dir= ignore-scripts`},
	{"pnpm dlx", 0, "", `=npm exec`},
	{"pnpm exec", 0, "", `=npm exec`},
	{"poetry", subs | exact, "", `C,directory=/ P,project=/ n,no-interaction q,quiet v,verbose r,repository= u,username= p,password= build dry-run
		G,group= D,dev`},
	{"poetry run", posix | exact, "$", ``},
	{"port", exact, "_*", `f n v d q`},
	{"powershell", 0, "", `=pwsh`},
	{"pwsh", dashed, "x o*", `Command=+ c=+ EncodedCommand=+ e=+ enc=+ File=+x f=+x ExecutionPolicy= ep= NoProfile nop NonInteractive noni
		WorkingDirectory=/ wd=/ Version OutputFormat= WindowStyle= w=`},
	{"pypy", 0, "", `=python`},
	{"python", posix | exact, "x o*", `c=+. m=+. b B d E h i I O P q R s S t u v V,version W= X= x`},
	{"rpm", exact, "", `i,install e,erase U,upgrade F,freshen q,query V,verify a,all f,file l,list p,package v,verbose h,hash nodeps force test root=
		dbpath= import K,checksig`},
	{"ruby", posix | exact, "x o*", `e=+ r= I= C=/ E= F= i?:e K= T? W? x? 0? n:r p:r a c d h l s S U v w y X=/ require= version verbose encoding=
		external-encoding= internal-encoding= disable= enable=`},
	{"rustc", exact, "r*", `o=w out-dir=w crate-name= crate-type= edition= L= l= C,codegen= A= W= D= F= g O target= emit= cfg= test extern=`},
	{"snap", exact, "", `classic channel= purge revision= dangerous`},
	{"tclsh", posix | exact, "x o*", ``},
	{"tox", exact, "", `e= c=r r,recreate p= v q`},
	{"ts-node", posix | exact, "x o*", `e,eval=+ p,print=+ P,project=r r,require=x T,transpile-only`},
	{"tsx", posix | exact, "x o*", `e,eval=+ p,print=+ tsconfig=r`},
	{"twine", exact, "_ r*", `r,repository= repository-url=h u,username= p,password= s,sign i,identity= c,comment= config-file=r skip-existing cert=r
		verbose`},
	{"uv", subs | exact, "", `directory=/ project=/ q,quiet v,verbose r,requirements=r cache-dir= config-file=r token= publish-url=h index= p,python=
		dev`},
	{"uv run", posix | exact, "$", `p,python= with= with-requirements=r extra= group= only-group= package= directory=/ project=/ env-file=r
		m,module:_ s,script isolated active no-project frozen locked no-sync q,quiet v,verbose index= no-dev`},
	{"uvx", posix | exact, "$", `from= with= p,python= index= isolated q,quiet v,verbose refresh`},
	{"xcodebuild", dashed, "_*", `project= workspace= scheme= target= configuration= sdk= destination= derivedDataPath=w archivePath=w exportPath=w`},
	{"yarn", subs | global | exact, "", `cwd=/ D,dev registry= tag= otp= access= new-version= W g silent s frozen-lockfile ignore-scripts prod
		production modules-folder=w cache-folder=`},
	{"yarn dlx", 0, "", `=npm exec`},
	{"yarn exec", 0, "", `=npm exec`},
	{"yum", 0, "", `=dnf`},
	{"zypper", exact, "", `n,non-interactive y,no-confirm R,root= C,config=r r,repo= t,type= q,quiet v,verbose`},
}
