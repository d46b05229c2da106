package effects

// netPrograms are those that talk to other machines.
var netPrograms = []program{
	{"aria2c", exact, "h*", `d,dir= o,out= i,input-file=r x,max-connection-per-server= s,split= j,max-concurrent-downloads= c,continue load-cookies=r
		save-cookies=w header= U,user-agent= referer= http-user= http-passwd= all-proxy= on-download-complete=x l,log=w allow-overwrite? q,quiet`},
	{"axel", gnu, "h*", `o,output=w n,num-connections= s,max-speed= a,alternate q,quiet v,verbose H,header= U,user-agent= k,insecure`},
	{"curl", gnu, "h*", `d,data,data-ascii=@ data-binary=@ data-raw= data-urlencode=@ json=@ F,form=@ form-string= T,upload-file=r o,output=w
		O,remote-name remote-name-all J,remote-header-name output-dir= create-dirs K,config=r b,cookie= c,cookie-jar=w D,dump-header=w E,cert=
		cert-type= key=r key-type= cacert=r capath=r A,user-agent= e,referer= H,header=@ proxy-header= h,help? i,include I,head k,insecure L,location
		location-trusted m,max-time= connect-timeout= x,proxy= preproxy= socks4= socks5= socks5-hostname= noproxy= U,proxy-user= u,user= X,request=
		url=h f,fail fail-with-body fail-early s,silent S,show-error v,verbose V,version w,write-out= trace=w trace-ascii=w stderr=w netrc n
		netrc-file=r netrc-optional G,get g,globoff r,range= C,continue-at= z,time-cond= Y,speed-limit= y,speed-time= limit-rate= retry= retry-delay=
		retry-max-time= retry-all-errors retry-connrefused max-redirs= max-filesize= resolve= connect-to= interface= dns-servers= doh-url=h
		cookie-file=r ciphers= tls-max= tlsv1.2 tlsv1.3 unix-socket= abstract-unix-socket= http1.1 http2 http3 0,http1.0 1,tlsv1 2 3 4,ipv4 6,ipv6
		a,append B,use-ascii j,junk-session-cookies l,list-only N,no-buffer p,proxytunnel P,ftp-port= Q,quote= q,disable R,remote-time Z,parallel
		parallel-max= progress-bar # oauth2-bearer= aws-sigv4= crlfile=r engine= hostpubmd5= mail-from= mail-rcpt= mail-auth= pass= pubkey=r post301
		proto= proto-default= proto-redir= request-target= variable= compressed expand-data= expand-url= etag-save=w etag-compare=r rate= path-as-is
		raw styled-output keepalive-time= local-port= login-options= url-query= hsts=w alt-svc=w basic digest ntlm negotiate anyauth`},
	{"curlie", 0, "", `=curl`},
	{"dig", posix | exact, "", `4 6 b= c= f=r k=r m p= q= t= u x= y=`},
	{"ftp", posix | exact, "h _*", `4 6 A a d e f g i n N= o=w P= p r= s= T= t u=h V v`},
	{"host", posix | exact, "", `a C d l r s T v w c= N= R= t= W= m= 4 6 U p=`},
	{"http", exact, "", `j,json f,form multipart p,print= v,verbose h,headers b,body o,output=w d,download c,continue s,style= session= a,auth=
		A,auth-type= F,follow verify= cert=r cert-key=r timeout= proxy= raw= x,compress S,stream pretty= ignore-stdin check-status offline`},
	{"https", 0, "", `=http`},
	{"lftp", exact, "h", `c= e= u= p= d f=r norc`},
	{"lynx", dashed, "h", `dump source post_data get_data cfg=r cmd_script=r accept_all_cookies auth= useragent= width=`},
	{"mail", exact, "_*", `s= a=r A=r b= c= r= S= u= f=r F n i v E N`},
	{"mailx", 0, "", `=mail`},
	{"mutt", exact, "_*", `s= a=r A= b= c= e= f=r F=r i=r H=r m= n p x`},
	{"nc", exact, "h _*", `4 6 b C D d F h k l,listen N n r S t U u v,verbose z c,sh-exec= e,exec= G= g= i= I= O= o=w M= m= P= p= q= s= T= V= W= w=
		X= x=h Z lua-exec=x proxy=h ssl ssl-cert=r ssl-key=r`},
	{"ncat", 0, "", `=nc`},
	{"netcat", 0, "", `=nc`},
	{"nmap", dashed, "h*", `iL=r oN=w oX=w oG=w oA=w p= sS sT sU sV sC sn A O Pn T4 v script= excludefile=r exclude= max-retries=`},
	{"nslookup", dashed, "", ``},
	{"ping", posix | exact, "h", `c= i= I= w= W= s= t= q n a A b d f l= M= m= O p= Q= R U v 4 6`},
	{"rclone", subs | exact, "", ``},
	{"rclone copy", exact, "", `config=r P,progress n,dry-run v,verbose transfers= checkers= exclude= include= filter= bwlimit= log-file=a
		i,interactive`},
	{"rclone copyto", 0, "", `=rclone copy`},
	{"rclone delete", 0, "", `=rclone copy`},
	{"rclone move", 0, "", `=rclone copy`},
	{"rclone purge", 0, "", `=rclone copy`},
	{"rclone sync", 0, "", `=rclone copy`},
	{"scp", posix | exact, "", `3 4 6 A B C O p q R r,recursive T v c= D= F=r i=r J=h l= o= P= S=x X=`},
	{"sendmail", exact, "_*", `A= B= b= C=r F= f= h= N= n O= o= p= q= R= r= t i v V= X=a`},
	{"sftp", posix | exact, "", `4 6 A a C f N p q r v B= b=r c= D= F=r i=r J=h l= o= P= R= S=x s= X=`},
	{"socat", exact, "", `V h d D v x T= t= u U g L= W= s lf=w ly lm ls lp= lu lh`},
	{"ssh", posix | again | exact, "h !*", `4 6 A a C f G g K k M N n q s T t V v X x Y y B= b= c= D= E=a e= F=r I= i=r J=h L= l= m= O= o= P= p= Q=
		R= S= W= w=`},
	{"ssh-add", posix | exact, "r*", `c C D d E= e= H= h= K k L l M m= O P q S= s= T t= v X x`},
	{"ssh-copy-id", posix | exact, "h", `f n s i=r p= o= F=r t=`},
	{"ssh-keygen", posix | exact, "", `q A B b= C= c D= E= e F= f=w g H h I= i K= k L l m= M= N= n= O= P= p R= r= s= t= U u V= v w= y Y= Z= z= a=`},
	{"sshfs", exact, "_ _", `o= p= C F=r f d s`},
	{"telnet", posix | exact, "h _*", `4 6 8 E L a c d f F K N r x b= e= k= l= n=w S= X=`},
	{"tftp", posix | exact, "h _*", `4 6 l v V m= R= c`},
	{"traceroute", posix | exact, "h _", `4 6 I T U n m= q= w= p= f= i= s= z=`},
	{"websocat", exact, "h*", `v E n b t 1 k H,header= exec=`},
	{"wget", gnu, "h*", `V,version b,background e,execute= o,output-file=w a,append-output=a d,debug q,quiet v,verbose no-verbose report-speed=
		i,input-file=r F,force-html B,base= config=r rejected-log=w t,tries= retry-connrefused O,output-document=w no-clobber c,continue start-pos=
		progress= show-progress N,timestamping S,server-response spider T,timeout= dns-timeout= connect-timeout= read-timeout= w,wait= waitretry=
		random-wait Q,quota= bind-address= limit-rate= restrict-file-names= 4,inet4-only 6,inet6-only prefer-family= user= password= ask-password
		use-askpass= n? x,force-directories P,directory-prefix= cut-dirs= http-user= http-password= default-page= E,adjust-extension header=
		max-redirect= proxy-user= proxy-password= referer= save-headers U,user-agent= load-cookies=r save-cookies=w post-data= post-file=r method=
		body-data= body-file=r content-disposition secure-protocol= https-only no-check-certificate certificate=r certificate-type= private-key=r
		ca-certificate=r ca-directory=l crl-file=r pinnedpubkey= ftp-user= ftp-password= warc-file=w warc-header= r,recursive l,level= delete-after
		k,convert-links K,backup-converted m,mirror p,page-requisites A,accept= R,reject= accept-regex= reject-regex= D,domains= exclude-domains=
		follow-tags= ignore-tags= H,span-hosts L,relative I,include-directories= X,exclude-directories= use-server-timestamps compression= hsts-file=w
		proxy? backups?`},
	{"wget2", 0, "", `=wget`},
	{"whois", exact, "_*", `h= p= a b B d g= H i= l L m M q= r R s= t= T= v= x`},
	{"xh", 0, "", `=http`},
}
