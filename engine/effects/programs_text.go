package effects

// textPrograms are those that read files, and edit what is in them.
var textPrograms = []program{
	{"age", exact, "r", `e,encrypt d,decrypt o,output=w a,armor p,passphrase r,recipient= R,recipients-file=r i,identity=r j=`},
	{"apply_patch", posix | exact, "", ``},
	{"awk", posix | exact, "_ r*", `F,field-separator= v,assign= f,file=+x i,include= e,source=+ b c C d? D? E,exec=+r h l,load= L? M n N o? O p? P r
		s S t`},
	{"base32", 0, "", `=base64`},
	{"base64", gnu, "r*", `d,D,decode i,ignore-garbage w,wrap= b,break= o,output=w`},
	{"basenc", 0, "", `=base64`},
	{"bat", exact, "r*", `A,show-all p,plain l,language= H,highlight-line= file-name= d,diff diff-context= tabs= wrap= S,chop-long-lines
		terminal-width= n,number color= italic-text= decorations= f,force-colorization paging= P pager= m,map-syntax= ignored-suffix= theme=
		list-themes s,squeeze-blank style= r,line-range= L,list-languages u,unbuffered`},
	{"batcat", 0, "", `=bat`},
	{"cat", gnu, "r*", `A,show-all b,number-nonblank e E,show-ends n,number s,squeeze-blank t T,show-tabs u v,show-nonprinting`},
	{"cksum", gnu, "r*", `a,algorithm= c,check l,length= tag untagged z,zero ignore-missing quiet status strict w,warn`},
	{"clang-format", dashed, "r*", `i:e style= files=r dry-run n Werror`},
	{"cmp", gnu, "r r _*", `b,print-bytes i,ignore-initial= l,verbose n,bytes= s,quiet,silent`},
	{"code", exact, "e*", `d,diff m,merge a,add g,goto n,new-window r,reuse-window w,wait install-extension= uninstall-extension= user-data-dir=
		profile= v,version`},
	{"col", posix | exact, "", ``},
	{"column", gnu, "r*", `t,table s,separator= o,output-separator= c,output-width= N,table-columns= J,json x,fillrows n,table-name=`},
	{"comm", gnu, "r r", `1 2 3 check-order nocheck-order output-delimiter= total z,zero-terminated`},
	{"cut", gnu, "r*", `b,bytes= c,characters= d,delimiter= f,fields= n complement s,only-delimited output-delimiter= z,zero-terminated`},
	{"diff", gnu, "r r", `normal q,brief s,report-identical-files c C= context? u U= unified? e,ed n,rcs y,side-by-side W,width= left-column
		suppress-common-lines p,show-c-function F,show-function-line= label= t,expand-tabs T,initial-tab tabsize= l,paginate r,recursive
		no-dereference N,new-file ignore-file-name-case x,exclude= X,exclude-from=r S,starting-file= from-file=r to-file=r i,ignore-case
		E,ignore-tab-expansion Z,ignore-trailing-space b,ignore-space-change w,ignore-all-space B,ignore-blank-lines I,ignore-matching-lines= a,text
		strip-trailing-cr D,ifdef= line-format= d,minimal horizon-lines= speed-large-files color? palette=`},
	{"dos2unix", gnu, "e*", `k,keepdate n,newfile o,oldfile q,quiet`},
	{"ed", posix | exact, "e", `p= s v E r`},
	{"egrep", 0, "", `=grep`},
	{"emacs", exact, "e*", `Q q,no-init-file nw,no-window-system l,load=x eval= f,funcall= batch script=x`},
	{"envsubst", gnu, "", `v,variables`},
	{"ex", 0, "", `=vim`},
	{"expand", gnu, "r*", `i,initial t,tabs=`},
	{"fgrep", 0, "", `=grep`},
	{"file", gnu, "l*", `m,magic-file= z,uncompress b,brief e,exclude= f,files-from=r F,separator= i,mime extension mime-type mime-encoding
		k,keep-going L,dereference h,no-dereference 0,print0 s,special-files`},
	{"fmt", gnu, "r*", `c,crown-margin p,prefix= s,split-only t,tagged-paragraph u,uniform-spacing w,width= g,goal=`},
	{"fold", gnu, "r*", `b,bytes s,spaces w,width=`},
	{"gawk", 0, "", `=awk`},
	{"gofmt", dashed, "R*", `d e l s w:E r= cpuprofile=`},
	{"goimports", 0, "", `=gofmt`},
	{"gpg", exact, "r*", `s,sign clear-sign clearsign b,detach-sign e,encrypt c,symmetric d,decrypt verify k,list-keys K,list-secret-keys export:_
		export-secret-keys:_ export-secret-subkeys:_ armor a delete-keys:_ delete-secret-keys:_ delete-secret-and-public-key:_ import recv-keys:_
		send-keys:_ search-keys:_ edit-key:_ gen-key:_ full-generate-key:_ quick-generate-key:_ o,output=w r,recipient= u,local-user= v,verbose
		q,quiet n,dry-run i,interactive homedir=l keyring=r passphrase= passphrase-file=r passphrase-fd= batch yes no no-tty pinentry-mode= keyserver=
		default-key= trust-model= options=r log-file=a status-fd= dearmor enarmor`},
	{"gpg2", 0, "", `=gpg`},
	{"grep", gnu, "_ r*", `E,extended-regexp F,fixed-strings G,basic-regexp P,perl-regexp e,regexp=+ f,file=+r i,y,ignore-case no-ignore-case
		w,word-regexp x,line-regexp z,null-data s,no-messages v,invert-match V,version m,max-count= b,byte-offset n,line-number line-buffered
		H,with-filename h,no-filename label= o,only-matching q,quiet,silent binary-files= a,text I d,directories= D,devices= r,recursive
		R,dereference-recursive include= exclude= exclude-from=r exclude-dir= L,files-without-match l,files-with-matches c,count T,initial-tab Z,null
		A,after-context= B,before-context= C,context= group-separator= no-group-separator color? colour? U,binary`},
	{"hd", 0, "", `=hexdump`},
	{"head", gnu, "r*", `c,bytes= n,lines= q,quiet,silent v,verbose z,zero-terminated`},
	{"hexdump", gnu, "r*", `b,one-byte-octal c,one-byte-char C,canonical d,two-bytes-decimal o,two-bytes-octal x,two-bytes-hex L,color? e,format=
		f,format-file=r n,length= s,skip= v,no-squeezing`},
	{"iconv", gnu, "r*", `f,from-code= t,to-code= l,list c o,output=w s,silent`},
	{"join", gnu, "r r", `a= e= i,ignore-case j= o= t= v= 1= 2= check-order nocheck-order header z,zero-terminated`},
	{"jq", exact, "_ r*", `c,compact-output n,null-input e,exit-status s,slurp r,raw-output j,join-output a,ascii-output C,color-output
		M,monochrome-output S,sort-keys tab indent= R,raw-input f,from-file:+x L= arg=2 argjson=2 slurpfile=2r rawfile=2r args jsonargs stream seq`},
	{"less", exact, "r*", `a A b= B c C d D= e E f F g G h= i I j= J k= K l L lesskey= m M n N o=w O=w p,pattern= P= q Q r R s S t= T= u U V w W x=
		X y= z=`},
	{"look", posix | exact, "_ r", `a d f t=`},
	{"lua", posix | exact, "x o*", `e=+ l= i v E W`},
	{"mawk", 0, "", `=awk`},
	{"md5", posix | exact, "r*", `p q r t x c= s=`},
	{"md5sum", 0, "", `=cksum`},
	{"more", 0, "", `=less`},
	{"most", 0, "", `=less`},
	{"nano", exact, "e*", `B C= o= r= s= T= Y= f=r`},
	{"nawk", 0, "", `=awk`},
	{"nl", gnu, "r*", `b,body-numbering= d,section-delimiter= f,footer-numbering= h,header-numbering= i,line-increment= l,join-blank-lines=
		n,number-format= p,no-renumber s,number-separator= v,starting-line-number= w,number-width=`},
	{"nvim", 0, "", `=vim`},
	{"od", gnu, "r*", `A,address-radix= endian= j,skip-bytes= N,read-bytes= S,strings? t,format= v,output-duplicates w,width? traditional a b c d f i
		l o s x`},
	{"open", exact, "o*", `a= b= e t f F W R n g j h= s= u=h args`},
	{"openssl", subs, "", ``},
	{"openssl dgst", dashed, "r*", `=openssl enc`},
	{"openssl enc", dashed, "", `in=r out=w pass= k= kfile=r K= iv= S= inkey=r inform= outform= key=r cert=r CAfile=r sign=r verify=r signature=r
		passin= passout= keyout=w config=r subj= days= newkey= rand=r writerand=w md= iter= e d a A base64 salt nosalt pbkdf2 z p P nopad debug text
		noout pubin pubout nodes des3 aes256 sha1 sha256 sha512 hex binary hmac= modulus x509 new batch check export nokeys clcerts cacerts info
		legacy certfile=r name= recip=r CA=r CAkey=r extfile=r`},
	{"openssl pkcs12", 0, "", `=openssl enc`},
	{"openssl pkey", 0, "", `=openssl enc`},
	{"openssl pkeyutl", 0, "", `=openssl enc`},
	{"openssl req", 0, "", `=openssl enc`},
	{"openssl rsa", 0, "", `=openssl enc`},
	{"openssl rsautl", 0, "", `=openssl enc`},
	{"openssl s_client", dashed, "", `connect=h host=h port= servername= cert=r key=r CAfile=r CApath= starttls= proxy=h quiet showcerts crlf debug
		state tls1_2 tls1_3 verify= verify_return_error brief ign_eof no_ign_eof`},
	{"openssl smime", 0, "", `=openssl enc`},
	{"openssl x509", 0, "", `=openssl enc`},
	{"paste", gnu, "r*", `d,delimiters= s,serial z,zero-terminated`},
	{"patch", gnu, "e r", `p,strip= F,fuzz= l c e f,force n N,forward u R,reverse i,input=r o,output=w r,reject-file=w D,ifdef= merge?
		E,remove-empty-files Z T b,backup B,prefix= Y,basename-prefix= z,suffix= V,version-control= g,get= t,batch s,quiet,silent verbose dry-run
		posix d,directory=/ reject-format= binary read-only=`},
	{"pg", 0, "", `=less`},
	{"pico", 0, "", `=nano`},
	{"pr", gnu, "r*", `h,header= l,length= o,indent= w,width= d t n? s? S? e? i? N= W=`},
	{"prettier", exact, "r*", `w,write:e c,check config= ignore-path= parser= plugin= stdin-filepath= log-level= l,list-different`},
	{"rev", posix, "r*", ``},
	{"rg", exact, "_ R*.", `e,regexp=+ f,file=+r A,after-context= B,before-context= C,context= color= colors= context-separator= d,max-depth=
		E,encoding= engine= g,glob= iglob= ignore-file=r M,max-columns= m,max-count= max-filesize= path-separator= pre= pre-glob= r,replace=
		regex-size-limit= dfa-size-limit= sort= sortr= j,threads= t,type= T,type-not= type-add= type-clear= hyperlink-format= generate= hostname-bin=x
		a,text c,count F,fixed-strings files:+ type-list:+ h H,with-filename I,no-filename L,follow i,ignore-case S,smart-case s,case-sensitive
		v,invert-match l,files-with-matches files-without-match n,line-number N,no-line-number o,only-matching P,pcre2 p,pretty q,quiet u,unrestricted
		U,multiline w,word-regexp x,line-regexp z,search-zip 0,null hidden no-ignore json stats trim vimgrep`},
	{"rview", 0, "", `=vim`},
	{"sed", gnu, "_ r*", `n,quiet,silent debug e,expression=+ f,file=+r follow-symlinks i,in-place?:e I?:e l,line-length= posix E,r,regexp-extended
		s,separate sandbox u,unbuffered z,null-data`},
	{"sha1sum", 0, "", `=cksum`},
	{"sha224sum", 0, "", `=cksum`},
	{"sha256sum", 0, "", `=cksum`},
	{"sha384sum", 0, "", `=cksum`},
	{"sha512sum", 0, "", `=cksum`},
	{"shasum", gnu, "r*", `a,algorithm= b,binary c,check t,text 0,01 q,quiet s,status w,warn`},
	{"shfmt", exact, "R*", `w,write:E l,list d,diff s,simplify i,indent= ln,language-dialect= p,posix filename=`},
	{"shuf", gnu, "r*", `e,echo:_ i,input-range= n,head-count= o,output=w random-source=r r,repeat z,zero-terminated`},
	{"sort", gnu, "r*", `b,ignore-leading-blanks d,dictionary-order f,ignore-case g,general-numeric-sort i,ignore-nonprinting M,month-sort
		h,human-numeric-sort n,numeric-sort R,random-sort random-source=r r,reverse sort= V,version-sort batch-size= c C check? compress-program=x
		debug files0-from=r k,key= m,merge o,output=w s,stable S,buffer-size= t,field-separator= T,temporary-directory= parallel= u,unique
		z,zero-terminated`},
	{"sponge", posix, "w", `a:a`},
	{"strings", gnu, "r*", `a,all d,data f,print-file-name n,bytes= t,radix= o e,encoding= T,target= s,output-separator= w,include-all-whitespace
		U,unicode=`},
	{"subl", 0, "", `=code`},
	{"sum", gnu, "r*", `r s,sysv`},
	{"tac", gnu, "r*", `b,before r,regex s,separator=`},
	{"tail", gnu, "r*", `c,bytes= f,follow% F n,lines= max-unchanged-stats= pid= q,quiet,silent retry s,sleep-interval= v,verbose z,zero-terminated`},
	{"tr", posix | exact, "", `c,C,complement d,delete s,squeeze-repeats t,truncate-set1`},
	{"tsort", gnu, "r", ``},
	{"unexpand", gnu, "r*", `a,all first-only t,tabs=`},
	{"uniq", gnu, "r w", `c,count d,repeated D all-repeated? f,skip-fields= group? i,ignore-case s,skip-chars= u,unique z,zero-terminated
		w,check-chars=`},
	{"unix2dos", 0, "", `=dos2unix`},
	{"uudecode", posix | exact, "r", `o=w p i m`},
	{"uuencode", posix | exact, "", `m`},
	{"vi", 0, "", `=vim`},
	{"view", 0, "", `=vim`},
	{"vim", exact, "e*", `c= S=x s=r t= u=x U= i=r w=w W=w T= p? o? O? q? cmd= R n e E v Z y d b startuptime=w headless noplugin clean es`},
	{"vimdiff", 0, "", `=vim`},
	{"wc", gnu, "r*", `c,bytes m,chars l,lines files0-from=r L,max-line-length w,words total=`},
	{"xmllint", dashed, "r*", `xpath= output=w o=w schema=r format noout html`},
	{"xxd", dashed, "r w", `a b C c= E e g= h i l= n= o= ps p r d s= u v`},
	{"yq", exact, "_ r*", `i,inplace:e e,expression= P,prettyPrint o,output-format= p,input-format= r,unwrapScalar C,colors M,no-colors I,indent=
		n,null-input N,no-doc s,split-exp= y Y j,tojson`},
	{"zcat", gnu, "r*", `f,force`},
	{"zgrep", 0, "", `=grep`},
	{"zless", 0, "", `=less`},
	{"zmore", 0, "", `=less`},
}
