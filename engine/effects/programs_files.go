package effects

// filePrograms are those that make, move, remove and list files, whatever is in them.
var filePrograms = []program{
	{"[", posix | exact, "", `d=l e=l f=l r=l s=l w=l x=l L=l h=l n= z=`},
	{"basename", gnu, "", `a,multiple s,suffix= z,zero`},
	{"cd", posix | exact, "", `L P e @`},
	{"chattr", posix | exact, "_ m*", `R,recursive V f v= p=`},
	{"chflags", posix | exact, "_ m*", `R,recursive H L P f v x h`},
	{"chgrp", gnu, "_ m*", `c,changes f,silent,quiet v,verbose dereference h,no-dereference no-preserve-root preserve-root reference=+l R,recursive H
		L P`},
	{"chmod", gnu, "_ m*", `c,changes f,silent,quiet v,verbose no-preserve-root preserve-root reference=+l R,recursive`},
	{"chown", gnu, "_ m*", `c,changes f,silent,quiet v,verbose dereference h,no-dereference from= no-preserve-root preserve-root reference=+l
		R,recursive H L P`},
	{"cp", gnu, "r* >", `a,archive:R attributes-only backup? b copy-contents d f,force i,interactive H l,link L,dereference n,no-clobber
		P,no-dereference p preserve? no-preserve= parents R,r,recursive reflink? remove-destination sparse= strip-trailing-slashes s,symbolic-link
		S,suffix= t,target-directory=> T,no-target-directory u,update v,verbose x,one-file-system Z context? keep-directory-symlink debug`},
	{"csplit", gnu, "r _*", `b,suffix-format= f,prefix=c k,keep-files suppress-matched n,digits= s,quiet,silent z,elide-empty-files`},
	{"dd", keyed, "", `if=r of=w bs= count= skip= seek= conv= status= iflag= oflag= ibs= obs= cbs=`},
	{"df", gnu, "l*", `a,all B,block-size= h,human-readable H,si i,inodes k l,local no-sync output? P,portability sync total t,type= T,print-type
		x,exclude-type= v`},
	{"dir", 0, "", `=ls`},
	{"dirname", gnu, "", `z,zero`},
	{"du", gnu, "L*.", `0,null a,all apparent-size B,block-size= b,bytes c,total D,dereference-args d,max-depth= files0-from=r H h,human-readable
		inodes k L,dereference l,count-links m P,no-dereference S,separate-dirs si s,summarize t,threshold= time time-style= X,exclude-from=r exclude=
		x,one-file-system`},
	{"exa", 0, "", `=ls`},
	{"eza", 0, "", `=ls`},
	{"fallocate", gnu, "w", `c,collapse-range d,dig-holes i,insert-range l,length= n,keep-size o,offset= p,punch-hole z,zero-range x,posix v,verbose`},
	{"fd", exact, "_ L*.", `H,hidden I,no-ignore u,unrestricted s,case-sensitive i,ignore-case g,glob regex F,fixed-strings a,absolute-path
		l,list-details L,follow p,full-path d,max-depth= min-depth= exact-depth= E,exclude= prune t,type= e,extension= S,size= changed-within=
		changed-before= o,owner= format= x,exec; X,exec-batch; batch-size= ignore-file=r c,color= j,threads= max-results= 1 q,quiet show-errors
		base-directory=/ path-separator= search-path=L`},
	{"fdfind", 0, "", `=fd`},
	{"find", dashed | expression, "L*.", `H L P D= O amin= anewer=l atime= cmin= cnewer=l context= ctime= daystart delete depth empty exec; execdir;
		executable false files0-from=r fls=w follow fprint=w fprint0=w fprintf=w fstype= gid= group= ignore_readdir_race ilname= iname= inum= ipath=
		iregex= iwholename= links= lname= ls maxdepth= mindepth= mmin= mount mtime= name= newer=l newerat= newermt= newerct= newerBt= nogroup noleaf
		nouser ok; okdir; path= perm= print print0 printf= prune quit readable regex= regextype= samefile=l size= true type= uid= used= user=
		wholename= writable xdev xtype=`},
	{"install", gnu, "r* >", `backup? b c C,compare d,directory:c D g,group= m,mode= o,owner= p,preserve-timestamps s,strip strip-program= S,suffix=
		t,target-directory=> T,no-target-directory v,verbose preserve-context Z context?`},
	{"link", gnu, "r c", ``},
	{"ln", gnu, "r* >", `backup? b d,F,directory f,force i,interactive L,logical n,h,no-dereference P,physical r,relative s,symbolic:o S,suffix=
		t,target-directory=> T,no-target-directory v,verbose`},
	{"locate", gnu, "", `A,all b,basename c,count d,database=r i,ignore-case l,limit= q,quiet r,regexp= regex w,wholename 0,null`},
	{"ls", gnu, "l*.", `a,all A,almost-all author b,escape block-size= B,ignore-backups c C color? d,directory D,dired f F,classify% file-type
		format= full-time g group-directories-first G,no-group h,human-readable si H,dereference-command-line hide= hyperlink? indicator-style=
		i,inode I,ignore= k,kibibytes l L,dereference m n,numeric-uid-gid N,literal o p q,hide-control-chars show-control-chars Q,quote-name
		quoting-style= r,reverse R,recursive s,size S sort= time= time-style= t T,tabsize= u U v w,width= x X Z,context zero 1`},
	{"lsattr", posix | exact, "l*.", `R,recursive V a d l p v`},
	{"mkdir", gnu, "c*", `m,mode= p,parents v,verbose Z context?`},
	{"mkfifo", gnu, "c*", `m,mode= Z context?`},
	{"mknod", gnu, "c _*", `m,mode= Z context?`},
	{"mktemp", gnu, "", `d,directory u,dry-run q,quiet suffix= p= tmpdir? t`},
	{"mv", gnu, "V* >", `backup? b f,force i,interactive n,no-clobber strip-trailing-slashes S,suffix= t,target-directory=> T,no-target-directory
		u,update v,verbose Z,context exchange no-copy debug`},
	{"popd", posix | exact, "", `n`},
	{"pushd", posix | exact, "", `n`},
	{"pwd", posix | exact, "", `L,logical P,physical`},
	{"readlink", gnu, "l*", `f,canonicalize e,canonicalize-existing m,canonicalize-missing n,no-newline q,quiet s,silent v,verbose z,zero`},
	{"realpath", gnu, "l*", `e,canonicalize-existing m,canonicalize-missing L,logical P,physical q,quiet relative-to=l relative-base=l
		s,strip,no-symlinks z,zero`},
	{"rename", exact, "_ v*", `v,verbose n,nono,no-act f,force e=+ s d S,subst=`},
	{"restorecon", gnu, "m*", `R,r,recursive v F n i`},
	{"rm", gnu, "d*", `f,force i I interactive? one-file-system preserve-root? no-preserve-root r,R,recursive d,dir v,verbose P W x`},
	{"rmdir", gnu, "d*", `ignore-fail-on-non-empty p,parents v,verbose`},
	{"rsync", exact, "", `v,verbose q,quiet c,checksum a,archive r,recursive R,relative b,backup backup-dir= suffix= u,update inplace append
		append-verify d,dirs old-dirs mkpath l,links L,copy-links copy-unsafe-links safe-links munge-links k,copy-dirlinks K,keep-dirlinks
		H,hard-links p,perms E,executability chmod= A,acls X,xattrs o,owner g,group devices specials D t,times U,atimes N,crtimes O,omit-dir-times
		J,omit-link-times super fake-super S,sparse preallocate write-devices n,dry-run W,whole-file checksum-choice= x,one-file-system B,block-size=
		e,rsh= rsync-path= existing ignore-existing remove-source-files del,delete delete-before delete-during delete-delay delete-after
		delete-excluded ignore-missing-args delete-missing-args ignore-errors force max-delete= max-size= min-size= max-alloc= partial partial-dir=
		delay-updates m,prune-empty-dirs numeric-ids usermap= groupmap= chown= timeout= contimeout= I,ignore-times M,remote-option= size-only
		modify-window= T,temp-dir= y,fuzzy compare-dest= copy-dest= link-dest= z,compress compress-choice= compress-level= skip-compress=
		C,cvs-exclude f,filter= F exclude= exclude-from=r include= include-from=r files-from=r 0,from0 s,secluded-args protect-args copy-as= address=
		port= sockopts= blocking-io outbuf= stats 8,8-bit-output h,human-readable progress P i,itemize-changes out-format= log-file=a log-file-format=
		password-file=r early-input= list-only bwlimit= stop-after= stop-at= fsync write-batch= only-write-batch= read-batch= protocol= iconv=
		checksum-seed= 4,ipv4 6,ipv6 daemon config=r dparam= no-detach server sender`},
	{"setfacl", gnu, "m*", `b,remove-all k,remove-default n,no-mask d,default R,recursive L,logical P,physical m,modify= x,remove= X,remove-file=r
		M,modify-file=r set= set-file=r restore=r test`},
	{"setfattr", gnu, "m*", `n,name= v,value= x,remove= h,no-dereference restore=r`},
	{"shred", gnu, "w*", `f,force n,iterations= random-source=r s,size= u:d remove?:d v,verbose x,exact z,zero`},
	{"split", gnu, "r c", `a,suffix-length= additional-suffix= b,bytes= C,line-bytes= d numeric-suffixes? x hex-suffixes? e,elide-empty-files filter=
		l,lines= n,number= t,separator= u,unbuffered verbose`},
	{"srm", gnu, "d*", `f,force i,interactive r,R,recursive s,simple m,medium z,zero n,nounlink v,verbose`},
	{"stat", gnu, "l*", `L,dereference f,file-system cached= c,format= printf= t,terse x`},
	{"sync", gnu, "", `d,data f,file-system`},
	{"tee", gnu, "w*", `a,append:a i,ignore-interrupts p output-error?`},
	{"test", 0, "", `=[`},
	{"touch", gnu, "c*", `a c,no-create d,date= f h,no-dereference m r,reference=l t= time=`},
	{"trash", gnu, "d*", `v F l s e y f d r`},
	{"trash-empty", gnu, "", `f,force v,verbose all-users`},
	{"trash-put", gnu, "d*", `f,force i r,R,recursive v,verbose trash-dir=`},
	{"tree", exact, "L*.", `a d l f x L= R P= I= o=w H= T= C n charset= filelimit= timefmt= sort= q N Q p u g s h D F i J X fromfile gitignore
		dirsfirst prune noreport du si inodes device matchdirs ignore-case`},
	{"truncate", gnu, "w*", `c,no-create o,io-blocks r,reference=l s,size=`},
	{"unlink", gnu, "d", ``},
	{"vdir", 0, "", `=ls`},
	{"xattr", posix | exact, "", `d w p l c r s v x`},
}
