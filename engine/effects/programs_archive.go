package effects

// archivePrograms are those that pack and unpack files. What tar, zip and 7z do to
// their operands depends on what they are told to do: see archive.go.
var archivePrograms = []program{
	{"7z", exact, "", `ai= an ao? bb? bd bs? i= m= o= p? r? sa? scc? scs? sdel sfx= si? slp slt so spd spe spf ssc ssw stl t= u= v= w= x= y`},
	{"7za", 0, "", `=7z`},
	{"7zr", 0, "", `=7z`},
	{"7zz", 0, "", `=7z`},
	{"ar", bundled | exact, "_ w r*", ``},
	{"bsdtar", 0, "", `=tar`},
	{"bunzip2", 0, "", `=gzip`},
	{"bzip2", 0, "", `=gzip`},
	{"cpio", gnu, "", `0,null a,reset-access-time A,append b B C,io-size= c d,make-directories e E,pattern-file=r f,nonmatching F,file=r H,format=
		i,extract I=r l,link L,dereference m,preserve-modification-time M,message= n,numeric-uid-gid no-absolute-filenames no-preserve-owner O=w
		o,create p,pass-through quiet r,rename R,owner= S s,swap sparse t,list to-stdout u,unconditional V,dot v,verbose D,directory=/`},
	{"gunzip", 0, "", `=gzip`},
	{"gzip", gnu, "e*", `c,stdout,to-stdout:r d,decompress,uncompress f,force k,keep:r l,list:r L,license n,no-name N,name q,quiet r,recursive
		rsyncable S,suffix= synchronous t,test:r v,verbose V,version fast best z,compress e,extreme T,threads= s,small`},
	{"jar", bundled | exact, "", `c,create x,extract t,list u,update f,file=o m,manifest=r C=l e,main-class= v,verbose 0 M i=`},
	{"lz4", 0, "", `=gzip`},
	{"lzma", 0, "", `=gzip`},
	{"pigz", 0, "", `=gzip`},
	{"tar", bundled, "", `A,catenate,concatenate c,create delete d,diff,compare r,append test-label t,list u,update x,extract,get check-device
		g,listed-incremental=w G,incremental hole-detection= ignore-failed-read level= no-check-device no-seek n,seek occurrence? sparse-version=
		S,sparse add-file=r C,directory,cd= exclude= exclude-backups exclude-caches exclude-caches-all exclude-caches-under exclude-ignore=
		exclude-ignore-recursive= exclude-tag= exclude-tag-all= exclude-tag-under= exclude-vcs exclude-vcs-ignores no-null no-recursion no-unquote
		null recursion T,files-from=r unquote verbatim-files-from X,exclude-from=r anchored ignore-case no-anchored wildcards wildcards-match-slash
		keep-directory-symlink keep-newer-files k,keep-old-files no-overwrite-dir one-top-level? overwrite overwrite-dir recursive-unlink remove-files
		skip-old-files U,unlink-first W,verify ignore-command-error O,to-stdout to-command= atime-preserve? clamp-mtime delay-directory-restore group=
		group-map= mode= mtime= m,touch no-same-owner no-same-permissions numeric-owner owner= owner-map= p,preserve-permissions,same-permissions
		same-owner sort= s,preserve-order,same-order acls selinux xattrs xattrs-exclude= xattrs-include= force-local f,file=
		F,info-script,new-volume-script= L,tape-length= M,multi-volume rmt-command= rsh-command= volno-file= b,blocking-factor= B,read-full-records
		i,ignore-zeros record-size= H,format= old-archive,portability pax-option= posix V,label= a,auto-compress I,use-compress-program= j,bzip2 J,xz
		lzip lzma lzop zstd z,gzip,gunzip,ungzip Z,compress,uncompress backup? hard-dereference h,dereference K,starting-file= newer-mtime=
		N,newer,after-date= one-file-system P,absolute-names suffix= strip-components= transform,xform= checkpoint? checkpoint-action= full-time
		index-file=w l,check-links no-quote-chars= quote-chars= quoting-style= R,block-number show-defaults show-omitted-dirs
		show-transformed-names,show-stored-names totals? utc v,verbose warning= w,interactive,confirmation o`},
	{"uncompress", 0, "", `=gzip`},
	{"unrar", exact, "", `y o ad p? x=`},
	{"unxz", 0, "", `=gzip`},
	{"unzip", exact, "", `d= x= P= l t z f u v p c n o q j a b C L M V X T Z`},
	{"unzstd", 0, "", `=gzip`},
	{"xz", 0, "", `=gzip`},
	{"zip", exact, "", `r,recurse-paths R m,move d,delete u,update f,freshen j,junk-paths q,quiet v,verbose l g,grow x,exclude= i,include=
		P,password= e,encrypt b,temp-path= n,suffixes= s,split-size= t= tt= O,output-file= T,test TT= @ y,symlinks X D o z c A F 0 9`},
	{"zstd", 0, "", `=gzip`},
}
