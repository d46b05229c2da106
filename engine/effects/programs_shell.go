package effects

// shellPrograms are shells, and programs that run a command given to them.
var shellPrograms = []program{
	{"env", gnu, "i,ignore-environment u,unset= 0,null C,chdir=/ S,split-string= v,debug block-signal? default-signal? ignore-signal? list-signal-handling P= argv0=", "= $"},
	{"sh", posix | exact, "c s i l o= O= a b e f h k m n p r t u v x B C E H P T", "x _*"},
	{"sudo", exact, "A,askpass b,background B,bell C,close-from= D,chdir=/ E,preserve-env? e,edit g,group= H,set-home h,host= i,login K,remove-timestamp k,reset-timestamp l,list N,no-update n,non-interactive P,preserve-groups p,prompt= R,chroot= S,stdin s,shell T,command-timeout= t,type= r,role= U,other-user= u,user= V,version v,validate", "= $"},
}
