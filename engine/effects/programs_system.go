package effects

// systemPrograms are those about disks, processes, services and users.
var systemPrograms = []program{
	{"adduser", exact, "_*", `D S H h= g= s= G= u= k=l gecos= home=c shell= uid= gid= ingroup= disabled-password disabled-login system group
		no-create-home quiet`},
	{"badblocks", posix | exact, "r _*", `b= c= d= e= i=r o=w p= t= w:w n:w s v f X`},
	{"blkdiscard", gnu, "w", `f,force o,offset= l,length= p,step= s,secure z,zeroout v,verbose`},
	{"cal", gnu, "", ``},
	{"cfdisk", gnu, "w", `L,color? r,read-only z,zero b,sector-size= lock?`},
	{"cryptsetup", exact, "_ w _*", `v,verbose q,batch-mode y,verify-passphrase c,cipher= h,hash= s,key-size= d,key-file=r l,keyfile-size= type=
		header=r S,key-slot= force-password test-passphrase allow-discards`},
	{"csrutil", exact, "", ``},
	{"date", gnu, "", `d,date= debug f,file=r I,iso-8601? resolution R,rfc-email rfc-3339= r,reference=l s,set= u,utc,universal j v=`},
	{"ddrescue", gnu, "r w w", `a,min-read-rate= A,try-again b,sector-size= B,binary-prefixes c,cluster-size= C,complete-only d,idirect D,odirect
		e,max-errors= E,max-error-rate= f,force F,fill-mode= G,generate-mode H,test-mode=r i,input-position= I,verify-input-size J,verify-on-error
		K,skip-size= L,loose-domain m,domain-mapfile=r M,retrim n,no-scrape N,no-trim o,output-position= O,reopen-on-error p,preallocate
		P,data-preview? q,quiet r,retry-passes= R,reverse s,size= S,sparse t,truncate T,timeout= u,unidirectional v,verbose w,ignore-write-errors
		x,extend-outfile= X,exit-on-error y,synchronous Z,max-read-rate=`},
	{"defaults", posix | exact, "_*", ``},
	{"diskutil", posix | exact, "_*", ``},
	{"dmesg", gnu, "", `C,clear c,read-clear D,console-off E,console-on F,file=r f,facility= l,level= n,console-level= w,follow T,ctime H,human
		k,kernel`},
	{"dscl", posix | exact, "_*", ``},
	{"fdisk", gnu, "w", `b,sector-size= B,protect-boot c,compatibility? L,color? l,list:l x,list-details n,noauto-pt o,output= t,type= u,units?
		s,getsz:l bytes lock? w,wipe= W,wipe-partitions= C,cylinders= H,heads= S,sectors=`},
	{"free", gnu, "", `b k m g h,human s,seconds= c,count= t,total w,wide`},
	{"fsck", exact, "w*", `l M A C? N P R r? s t= T V a n p y f`},
	{"fuser", exact, "l*", `a k i l m M n= s u v V 4 6`},
	{"getent", gnu, "", `i s,service=`},
	{"getfacl", gnu, "l*", `a,access d,default c,omit-header e,all-effective E s t n R,recursive L P p`},
	{"gpasswd", exact, "_*", `a,add= d,delete= Q r R M= A=`},
	{"groupadd", exact, "_*", `f g= K= o p= r R= P=`},
	{"groupdel", exact, "_*", `f R= P=`},
	{"groups", gnu, "", ``},
	{"halt", exact, "", `p f w n reboot poweroff no-wall`},
	{"hdiutil", posix | exact, "_ o*", ``},
	{"hdparm", exact, "w*", `I:l i:l t T g`},
	{"hostname", gnu, "", `a,alias A d,domain f,fqdn,long i,ip-address I s,short F,file=r b`},
	{"hostnamectl", gnu, "", `H,host= M,machine= static transient pretty`},
	{"id", gnu, "", `a Z g,group G,groups n,name r,real u,user z,zero`},
	{"ifconfig", posix | exact, "_*", ``},
	{"init", posix | exact, "_*", ``},
	{"insmod", posix | exact, "x _*", `f s v`},
	{"ip", posix | exact, "_*", ``},
	{"iptables", dashed, "", `A= D= I= R= L? F? N= X? P= E= t= p= s= d= j= i= o= m= dport= sport= n v Z? S? w c`},
	{"journalctl", gnu, "", `u,unit= user-unit= n,lines? S,since= U,until= f,follow b,boot? k,dmesg o,output= p,priority= vacuum-size= vacuum-time=
		vacuum-files= rotate flush r,reverse x,catalog e,pager-end no-pager D,directory=l file=r g,grep= t,identifier= disk-usage`},
	{"kextload", posix | exact, "x*", ``},
	{"kill", dashed, "_*", `s= n= l L p q= signal= queue= table timeout=`},
	{"killall", exact, "_*", `e,exact I,ignore-case g,process-group i,interactive l,list q,quiet r,regexp s,signal= u,user= v,verbose w,wait
		y,younger-than= o,older-than= m d c= t=`},
	{"last", gnu, "", `f,file=r n,limit= s,since= t,until=`},
	{"launchctl", posix | exact, "_ o*", ``},
	{"locale", gnu, "", `a,all-locales m,charmaps c k`},
	{"losetup", gnu, "o*", `a,all d,detach= D,detach-all f,find j,associated= l,list o,offset= r,read-only P,partscan show sizelimit=`},
	{"lsblk", gnu, "l*", `a,all b,bytes d,nodeps e,exclude= f,fs I,include= J,json l,list o,output= O p,paths S t M n r s x,sort= T,tree%`},
	{"lscpu", gnu, "", `a,all e,extended? p,parse? s,sysroot= x,hex y J,json`},
	{"lsof", exact, "l*", `a b C h l n N O P R U v V w X i? p= u= c= d= D= f? F? g? s? S? t T? r? k= +D=l +d=l`},
	{"lvremove", exact, "w*", `f,force y,yes S,select= v,verbose t,test`},
	{"man", exact, "", `k,apropos f,whatis a,all w,where K M= S= s= L= P= p= e= m= l=r`},
	{"mdadm", exact, "w*", `C,create A,assemble D,detail Q,query E,examine S,stop s,scan l,level= n,raid-devices= x,spare-devices= a,add= r,remove=
		f,fail= zero-superblock v,verbose force run`},
	{"mke2fs", exact, "w _", `b= c C= D d=r e= E= F f= g= G= i= I= j J= K l=r L= m= M= n N= o= O= q r= S t= T= U= v V z=w`},
	{"mkfs", exact, "w _", `t,type= V,verbose v L= n= F= f I b= m= N= i= s= S= q d= l= U= O= E= D= T= c`},
	{"mkfs.btrfs", 0, "", `=mkfs`},
	{"mkfs.exfat", 0, "", `=mkfs`},
	{"mkfs.ext2", 0, "", `=mke2fs`},
	{"mkfs.ext3", 0, "", `=mke2fs`},
	{"mkfs.ext4", 0, "", `=mke2fs`},
	{"mkfs.fat", 0, "", `=mkfs`},
	{"mkfs.ntfs", 0, "", `=mkfs`},
	{"mkfs.vfat", 0, "", `=mkfs`},
	{"mkfs.xfs", 0, "", `=mkfs`},
	{"mkswap", gnu, "w _", `c,check f,force q,quiet p,pagesize= L,label= v,swapversion= U,uuid= o,offset= s,size= F,file`},
	{"modprobe", exact, "_*", `r,remove a,all f,force n,dry-run v,verbose C,config=r d,dirname= S,set-version= q,quiet`},
	{"mount", gnu, "r m", `a,all c,no-canonicalize f,fake F,fork T,fstab=r i,internal-only l,show-labels m,mkdir? n,no-mtab o,options= O,test-opts=
		r,read-only t,types= source=r target=m target-prefix= v,verbose w,rw,read-write N,namespace= L,label= U,uuid= B,bind M,move R,rbind
		make-shared make-slave make-private make-unbindable`},
	{"netstat", exact, "", ``},
	{"newfs", 0, "", `=mkfs`},
	{"parted", gnu, "w _*", `l,list i,interactive m,machine j,json s,script f,fix a,align= v,version`},
	{"passwd", exact, "_*", `a,all d,delete e,expire f,force i,inactive= k,keep-tokens l,lock n,mindays= q,quiet r,repository= R,root= S,status
		u,unlock w,warndays= x,maxdays= s,stdin`},
	{"pgrep", 0, "", `=pkill`},
	{"pkill", exact, "_*", `c,count e,echo f,full g,pgroup= G,group= H i,ignore-case l,list-name a,list-full n,newest o,oldest O,older= P,parent=
		s,session= signal= t,terminal= u,euid= U,uid= v,inverse w x,exact F,pidfile=r L r,runstates= A ns= nslist= q,queue= cgroup= env=`},
	{"poweroff", 0, "", `=halt`},
	{"printenv", gnu, "", `0,null`},
	{"ps", bundled | exact, "", `p,pid= C= u,user= U= g= G= o,format= O= t= s= q,quick-pid= ppid= sort= columns= cols= rows= width=`},
	{"pstree", exact, "_*", `a A c C= g G h H= l n N= p s S t T u U V Z`},
	{"reboot", 0, "", `=halt`},
	{"rmmod", exact, "_*", `f,force s,syslog v,verbose w`},
	{"route", posix | exact, "_*", ``},
	{"runlevel", exact, "", ``},
	{"scutil", posix | exact, "_*", ``},
	{"security", posix | exact, "_*", ``},
	{"seq", posix | exact, "", ``},
	{"service", posix | exact, "_*", ``},
	{"sfdisk", gnu, "w _*", `A,activate d,dump:r J,json:r g,show-geometry:l l,list:l F,list-free:l r,reorder s,show-size:l T,list-types V,verify:r
		delete part-label part-type part-uuid part-attrs N,partno= n,no-act f,force X,label= Y,label-nested= b,backup O,backup-file=w w,wipe=
		W,wipe-partitions= move-data? a,append bytes o,output= q,quiet lock? no-reread no-tell-kernel color?`},
	{"sgdisk", exact, "w", `a,set-alignment= b,backup=w c,change-name= d,delete= g,mbrtogpt G,randomize-guids i,info= l,load-backup=r L,list-types
		m,gpttombr= n,new= o,clear O p,print:l P,pretend r,transpose= R,replicate=w s,sort t,typecode= u,partition-guid= U,disk-guid= v,verify:l z,zap
		Z,zap-all`},
	{"shutdown", exact, "_*", `H,halt P,poweroff r,reboot h k no-wall c s t= now`},
	{"ss", exact, "", `F,filter=r f,family= A,query= D,diag=w N,net=`},
	{"swapoff", exact, "m*", `a,all v,verbose L= U=`},
	{"swapon", exact, "m*", `a,all d,discard? e,ifexists f,fixpgsz o,options= p,priority= s,summary show? noheadings raw bytes v,verbose L= U=`},
	{"sysctl", exact, "_*", `n,values e,ignore N,names b,binary p,load? w,write a,all A X system r,pattern= q,quiet`},
	{"systemctl", gnu, "", `t,type= state= p,property= P= a,all l,full r,recursive reverse after before signal= s kill-who= kill-whom= what= now
		f,force message= H,host= M,machine= user system global runtime no-block wait no-wall no-reload no-pager no-legend no-ask-password root=
		q,quiet n,lines= o,output= firmware-setup i,ignore-inhibitors job-mode= plain dry-run value drop-in= stdin timestamp=`},
	{"top", exact, "", `b c d,delay= e= E= H i n,iterations= o= O p,pid= s S u,filter-only-euser= U= w? 1 l=`},
	{"tty", gnu, "", ``},
	{"tune2fs", exact, "w", `l:l c= C= e= E= f g= i= I= j J= L= m= M= o= O= Q= r= T= u= U= z=w`},
	{"ufw", exact, "_*", `force dry-run`},
	{"umount", gnu, "m*", `a,all A,all-targets c,no-canonicalize d,detach-loop fake f,force i,internal-only n,no-mtab l,lazy O,test-opts= R,recursive
		r,read-only t,types= v,verbose q,quiet N,namespace=`},
	{"uname", gnu, "", `a,all s,kernel-name n,nodename r,kernel-release v,kernel-version m,machine p,processor i,hardware-platform o,operating-system`},
	{"uptime", gnu, "", `p,pretty s,since`},
	{"useradd", exact, "_*", `b,base-dir= c,comment= d,home-dir=c D e,expiredate= f,inactive= g,gid= G,groups= k,skel=l K,key= l m,create-home M n o
		p,password= r,system R,root= s,shell= u,uid= U Z= P= N`},
	{"userdel", exact, "_*", `f,force r,remove R,root= P= Z`},
	{"usermod", exact, "_*", `a,append c,comment= d,home=c e,expiredate= f,inactive= g,gid= G,groups= l,login= L,lock m,move-home o p,password=
		R,root= s,shell= u,uid= U,unlock v= V= w= W= Z= P= r`},
	{"uuidgen", gnu, "", `r t n= N= m s`},
	{"vgremove", 0, "", `=lvremove`},
	{"visudo", exact, "", `c,check f,file=e q,quiet s,strict x= O P I`},
	{"vmstat", exact, "", ``},
	{"w", exact, "", ``},
	{"whereis", exact, "", `b m s u B M S f l`},
	{"who", gnu, "", `a,all b,boot d,dead H l m p q,count r s t T u`},
	{"whoami", gnu, "", ``},
	{"wipefs", gnu, "w*", `a,all b,backup% f,force i,noheadings:l J,json:l n,no-act:l o,offset= O,output= p,parsable:l q,quiet t,types= lock?`},
	{"zfs", posix | exact, "_*", ``},
	{"zpool", posix | exact, "_*", ``},
}
