package effects

// cloudPrograms are those that work containers, clusters, clouds, databases and
// the services around code.
var cloudPrograms = []program{
	{"ansible", exact, "_*", `i,inventory= m,module-name= a,args= u,user= b,become K,ask-become-pass l,limit= e,extra-vars= f,forks= v,verbose
		C,check vault-password-file=r`},
	{"ansible-playbook", exact, "x*", `i,inventory= l,limit= e,extra-vars= t,tags= skip-tags= u,user= b,become K,ask-become-pass C,check D,diff
		f,forks= v,verbose vault-password-file=r private-key=r`},
	{"aws", valued | exact, "", `profile= region= endpoint-url=h output= query= color= debug no-verify-ssl no-sign-request no-paginate no-cli-pager
		no-cli-auto-prompt recursive dryrun delete force quiet dry-run with-decryption force-delete-without-recovery skip-final-snapshot
		follow-symlinks no-progress only-show-errors exact-timestamps size-only summarize human-readable generate-cli-skeleton? overwrite wait`},
	{"az", valued | global | exact, "", `n,name= g,resource-group= o,output= f,file= l,location= s,source= subscription= query= y,yes force-string
		debug verbose only-show-errors no-wait force permanent overwrite allow-blob-public-access= recursive`},
	{"docker", subs | posix | exact, "", `config=l c,context= D,debug H,host=h l,log-level= tls tlscacert=r tlscert=r tlskey=r tlsverify v,version`},
	{"docker build", exact, "l", `t,tag= f,file=r build-arg= target= platform= progress= o,output= secret= ssh= cache-from= cache-to= label= network=
		no-cache pull push load q,quiet rm squash build-context= iidfile=w metadata-file=w builder=`},
	{"docker buildx", subs | exact, "", `builder=`},
	{"docker buildx build", 0, "", `=docker build`},
	{"docker compose", subs | exact, "", `f,file=r p,project-name= profile= project-directory=/ env-file=r ansi= parallel= progress= compatibility
		dry-run`},
	{"docker compose down", exact, "_*", `v,volumes rmi= remove-orphans t,timeout=`},
	{"docker compose exec", posix | exact, "_ $", `d,detach e,env= index= privileged T,no-tty u,user= w,workdir=`},
	{"docker compose rm", exact, "_*", `f,force s,stop v,volumes`},
	{"docker compose run", posix | exact, "_ $", `d,detach e,env= entrypoint= name= p,publish= rm u,user= v,volume= w,workdir= T,no-tty no-deps build
		l,label= service-ports quiet-pull i`},
	{"docker container", subs | exact, "", ``},
	{"docker container cp", 0, "", `=docker cp`},
	{"docker container exec", 0, "", `=docker exec`},
	{"docker container prune", 0, "", `=docker system prune`},
	{"docker container rm", 0, "", `=docker rm`},
	{"docker container run", 0, "", `=docker run`},
	{"docker cp", exact, "", `a,archive L,follow-link q,quiet`},
	{"docker create", 0, "", `=docker run`},
	{"docker exec", posix | exact, "_ $", `d,detach detach-keys= e,env= env-file=r i,interactive privileged t,tty u,user= w,workdir=`},
	{"docker image", subs | exact, "", ``},
	{"docker image prune", 0, "", `=docker system prune`},
	{"docker image rm", 0, "", `=docker rmi`},
	{"docker load", exact, "", `i,input=r q,quiet platform=`},
	{"docker login", exact, "h", `u,username= p,password= password-stdin`},
	{"docker logs", exact, "_*", `f,follow since= until= n,tail= t,timestamps details`},
	{"docker network", subs | exact, "", ``},
	{"docker network prune", 0, "", `=docker system prune`},
	{"docker network rm", exact, "_*", `f,force`},
	{"docker ps", exact, "", `a,all f,filter= format= n,last= l,latest no-trunc q,quiet s,size`},
	{"docker push", exact, "_", `a,all-tags q,quiet disable-content-trust platform=`},
	{"docker rm", exact, "_*", `a,all f,force l,link v,volumes`},
	{"docker rmi", exact, "_*", `f,force no-prune platform=`},
	{"docker run", posix | exact, "_ $", `a,attach= add-host= annotation= blkio-weight= cap-add= cap-drop= cgroup-parent= cgroupns= cidfile=w
		c,cpu-shares= cpu-period= cpu-quota= cpus= cpuset-cpus= cpuset-mems= d,detach detach-keys= device= device-cgroup-rule= dns= dns-option=
		dns-search= domainname= entrypoint= e,env= env-file=r expose= gpus= group-add= health-cmd= health-interval= health-retries= health-timeout=
		h,hostname= i,interactive init ip= ip6= ipc= isolation= l,label= label-file=r link= log-driver= log-opt= mac-address= m,memory=
		memory-reservation= memory-swap= mount= name= network= net= network-alias= no-healthcheck oom-kill-disable pid= pids-limit= platform=
		privileged p,publish= P,publish-all pull= q,quiet read-only restart= rm runtime= security-opt= shm-size= sig-proxy stop-signal= stop-timeout=
		storage-opt= sysctl= tmpfs= t,tty ulimit= u,user= userns= uts= v,volume= volume-driver= volumes-from= w,workdir=`},
	{"docker save", exact, "_*", `o,output=w platform=`},
	{"docker system", subs | exact, "", ``},
	{"docker system prune", exact, "", `a,all f,force filter= volumes`},
	{"docker volume", subs | exact, "", ``},
	{"docker volume prune", 0, "", `=docker system prune`},
	{"docker volume rm", exact, "_*", `f,force`},
	{"docker-compose", 0, "", `=docker compose`},
	{"doctl", exact, "_*", `t,access-token= c,context= o,output= f,force api-url=h config=r v,verbose`},
	{"dropdb", gnu, "_", `e,echo f,force i,interactive if-exists maintenance-db= h,host=h p,port= U,username= w,no-password W,password`},
	{"dropuser", 0, "", `=dropdb`},
	{"eksctl", exact, "_*", `n,name= r,region= f,config-file=r cluster= p,profile= w,wait approve force`},
	{"etcdctl", exact, "_*", `endpoints=h cacert=r cert=r key=r user= prefix from-key`},
	{"firebase", exact, "_*", `P,project= only= token= f,force y,yes`},
	{"fly", exact, "_*", `a,app= c,config=r t,access-token= y,yes o,org= r,region=`},
	{"flyctl", 0, "", `=fly`},
	{"gcloud", valued | exact, "", `q,quiet verbosity= project= account= format= region= zone= async force recursive r R delete-source
		no-user-output-enabled log-http cascade all global regional impersonate-service-account= configuration= filter= limit= allow-unauthenticated
		no-allow-unauthenticated no-promote promote stop-previous-version`},
	{"gh", exact, "", `R,repo= b,body= F,body-file=r t,title= B,base= H,head= l,label= a,assignee= r,reviewer= m,milestone= L,limit= S,search=
		s,state= q,jq= T,template= X,method= f,raw-field= field= hostname=h input=r n,notes= notes-file=r target= json= D,dir=l p,pattern= O,output=w
		c,clobber d,draft w,web y,yes delete-branch squash merge rebase admin auto force cleanup-tag archive visibility= source=l remote= clone public
		private i,include paginate silent name= with-token env= e ref= job= log log-failed`},
	{"glab", 0, "", `=gh`},
	{"gsutil", exact, "", `m q d D o= h= i= u= r R,recursive a c n e p P v U j= z= x= I L=w`},
	{"helm", exact, "_*", `n,namespace= kube-context= kubeconfig=r f,values=r set= set-string= set-file= version= timeout= repo=h username= password=
		i,install dry-run? force wait atomic create-namespace keep-history o,output= debug no-hooks cascade= description= d,destination=w`},
	{"heroku", exact, "_*", `a,app= r,remote= t,team= c,confirm= f,force s,shell j,json`},
	{"influx", exact, "_*", `host=h t,token= o,org= b,bucket= f,file=r execute= database=`},
	{"k9s", exact, "", ``},
	{"kafka-topics", exact, "_*", `bootstrap-server=h zookeeper=h topic= delete create list describe`},
	{"kubectl", subs | global | exact, "_*", `n,namespace= context= cluster= user= kubeconfig=r as= as-group= cache-dir= certificate-authority=r
		client-certificate=r client-key=r insecure-skip-tls-verify password= profile= request-timeout= s,server=h tls-server-name= token= username= v=
		vmodule= warnings-as-errors A,all-namespaces all o,output= l,selector= field-selector= f,filename=r k,kustomize=l R,recursive force
		grace-period= now wait? timeout= cascade? dry-run? c,container= i,stdin t,tty w,watch for= p,previous tail= since= follow type= patch=
		patch-file=r image= replicas= port= target-port= name= from-file= from-literal= from-env-file=r overwrite show-labels sort-by= template=
		ignore-not-found delete-emptydir-data ignore-daemonsets disable-eviction prune server-side field-manager= revision= to-revision= raw= local
		record save-config q,quiet x`},
	{"kubectl cp", exact, "", `c,container= no-preserve retries=`},
	{"kubectl debug", exact | dashes, "_*", `image= target= it i,stdin t,tty c,container= copy-to= share-processes profile= n,namespace=`},
	{"kubectl exec", exact | dashes, "_*", `c,container= f,filename=r i,stdin t,tty q,quiet pod-running-timeout= n,namespace=`},
	{"kubectl run", exact | dashes, "_*", `image= env= l,labels= overrides= port= restart= rm i,stdin t,tty command n,namespace= dry-run? o,output=`},
	{"linode-cli", exact, "_*", ``},
	{"mariadb", 0, "", `=mysql`},
	{"minikube", exact, "_*", `p,profile= all purge`},
	{"mongo", exact, "_ x*", `eval= host=h port= u,username= p,password= authenticationDatabase= db= f,file=x quiet norc shell tls`},
	{"mongodump", exact, "", `h,host=h port= u,username= p,password= d,db= c,collection= q,query= o,out=w archive? gzip uri=h authenticationDatabase=`},
	{"mongorestore", exact, "r*", `h,host=h port= u,username= p,password= d,db= c,collection= drop archive? gzip uri=h dir=r nsInclude=`},
	{"mongosh", 0, "", `=mongo`},
	{"mysql", gnu, "_", `e,execute= h,host=h P,port= u,user= p,password? D,database= S,socket= B,batch N,skip-column-names s,silent v,verbose f,force
		t,table defaults-file=r defaults-extra-file=r ssl-ca=r ssl-cert=r ssl-key=r protocol= default-character-set= A,no-auto-rehash E,vertical
		H,html X,xml r,raw tee=a init-command= C,compress local-infile? login-path=`},
	{"mysqladmin", gnu, "_*", `h,host=h P,port= u,user= p,password? f,force S,socket= i,sleep= v,verbose`},
	{"mysqldump", gnu, "_*", `h,host=h P,port= u,user= p,password? A,all-databases B,databases r,result-file=w T,tab=w w,where= d,no-data
		t,no-create-info single-transaction S,socket= ignore-table= add-drop-table routines triggers events`},
	{"neo4j-admin", exact, "_*", ``},
	{"netlify", exact, "_*", `s,site= a,auth= d,dir=r p,prod m,message=`},
	{"oc", 0, "", `=kubectl`},
	{"packer", exact, "_ r*", `var= var-file=r only= except= force`},
	{"pg_dump", gnu, "_", `f,file=w F,format= h,host=h p,port= U,username= d,dbname= t,table= T,exclude-table= n,schema= N,exclude-schema=
		a,data-only s,schema-only c,clean C,create O,no-owner x,no-privileges j,jobs= Z,compress= w,no-password W,password v,verbose E,encoding=
		if-exists`},
	{"pg_dumpall", 0, "", `=pg_dump`},
	{"pg_restore", gnu, "r", `f,file=w F,format= h,host=h p,port= U,username= d,dbname= t,table= n,schema= a,data-only s,schema-only c,clean C,create
		O,no-owner x,no-privileges j,jobs= l,list L,use-list=r e,exit-on-error w,no-password W,password v,verbose if-exists 1,single-transaction`},
	{"podman", 0, "", `=docker`},
	{"psql", gnu, "_ _", `c,command= d,dbname= f,file=x l,list v,set,variable= V,version X,no-psqlrc 1,single-transaction a,echo-all b,echo-errors
		e,echo-queries E,echo-hidden L,log-file=a n,no-readline o,output=w q,quiet s,single-step S,single-line A,no-align csv F,field-separator=
		H,html P,pset= R,record-separator= t,tuples-only T,table-attr= x,expanded z Z 0 h,host=h p,port= U,username= w,no-password W,password`},
	{"pulumi", exact, "_*", `s,stack= C,cwd=/ y,yes f,skip-preview p,parallel= m,message= t,target= config-file=r force non-interactive`},
	{"redis-cli", posix | exact, "_*", `h=h p= s= a= u=h n= r= i= t= x d= D= c e 3 2 user= pass= askpass tls cacert=r cert=r key=r raw no-raw csv
		json latency scan pattern= pipe rdb=w eval=x cluster:_ bigkeys verbose`},
	{"s3cmd", exact, "_ o*", `c,config=r access_key= secret_key= r,recursive f,force delete-removed n,dry-run P,acl-public v,verbose q,quiet include=
		exclude= region=`},
	{"serverless", exact, "_*", `s,stage= r,region= f,function= c,config=r aws-profile= force verbose`},
	{"sls", 0, "", `=serverless`},
	{"sqlite3", dashed, "e _*", `A:e append bail batch cmd= column csv deserialize echo init=r header html interactive json line list lookaside=
		markdown maxsize= memtrace mmap= newline= nofollow noheader nonce= nullvalue= pagecache= quote readonly:r safe separator= stats table tabs
		unsafe-testing version vfs= vfstrace zip`},
	{"sqlplus", dashed, "_ _*", `S L s l`},
	{"supabase", exact, "_*", `project-ref= linked local db-url= p,password= debug`},
	{"terraform", subs | dashed, "", `chdir=/ version help`},
	{"terraform apply", dashed, "r", `auto-approve? input= target= var= var-file=r state=e state-out=w backup=w lock= lock-timeout= parallelism=
		refresh= replace= destroy no-color compact-warnings json out=w refresh-only force f`},
	{"terraform destroy", 0, "", `=terraform apply`},
	{"terraform import", dashed, "_*", `=terraform apply`},
	{"terraform init", dashed, "", `upgrade? reconfigure migrate-state backend= backend-config= from-module= get= input= lock= plugin-dir=l lockfile=
		no-color force-copy`},
	{"terraform plan", 0, "", `=terraform apply`},
	{"terraform state", subs, "", ``},
	{"terraform state rm", dashed, "_*", `=terraform apply`},
	{"terraform taint", dashed, "_*", `=terraform apply`},
	{"terraform workspace", subs, "", ``},
	{"terraform workspace delete", dashed, "_*", `=terraform apply`},
	{"terragrunt", dashed, "_*", `=terraform apply`},
	{"tofu", 0, "", `=terraform`},
	{"vagrant", exact, "_*", `f,force g,graceful c,command= provider= provision`},
	{"vault", posix | exact, "_*", `address=h`},
	{"vercel", exact, "_*", `t,token= S,scope= y,yes cwd=/ prod A,local-config=r e,env= b,build-env= f,force`},
	{"wrangler", exact, "_*", `c,config=r e,env= name= force y`},
}
