package programs

import (
	"strings"
	"testing"
)

// plain returns the words of a line; ” is a word without text.
func plain(line string) []Word {
	var words []Word
	for text := range strings.FieldsSeq(line) {
		if text == "''" {
			text = ""
		}
		words = append(words, Word{Text: text, Known: !strings.Contains(text, "$"), Glob: strings.ContainsAny(text, "*?[")})
	}
	return words
}

// told returns a command's flags with their values, its operands after : and the command that it
// runs after >.
func told(line string) string {
	c := Split(plain(line))
	names, values := c.Given()
	for i, f := range names {
		if value, ok := values[f]; ok {
			names[i] += "=" + value
		}
	}
	list := func(mark string, words []Word) {
		if len(words) > 0 {
			names = append(names, mark)
		}
		for _, w := range words {
			names = append(names, w.Text)
		}
	}
	list(":", c.Operands)
	list(">", c.Inner())
	return strings.Join(names, " ")
}

func TestSplit(t *testing.T) {
	tests := []struct{ line, want string }{
		{"rm file", ": file"},
		{"rm -rf dir", "recursive force : dir"},
		{"rm -r -f dir", "recursive force : dir"},
		{"rm -fR dir", "force recursive : dir"},
		{"rm --recursive --force dir", "recursive force : dir"},
		{"rm --rec --fo dir", "recursive force : dir"},
		{"rm --r dir", "recursive : dir"},
		{"rm -i -v a b", "i verbose : a b"},
		{"rm -- -rf", ": -rf"},
		{"rm a -rf b", "recursive force : a b"},
		{"rm --version", "version"},
		{"rm --preserve-root=all x", "preserve-root=all : x"},
		{"rm --interactive=once x", "interactive=once : x"},
		{"rm -rf --no-preserve-root /", "recursive force no-preserve-root : /"},
		{"rm --no-pres /", "no-preserve-root : /"},
		{"grm -rf x", "recursive force : x"},
		{"/usr/bin/rm -rf x", "recursive force : x"},
		{"rm.exe -f x", "force : x"},
		{"cp -at dir a b", "archive target-directory=dir : a b"},
		{"cp --target-directory=dir a", "target-directory=dir : a"},
		{"cp --target dir a", "target-directory=dir : a"},
		{"mv -t dir a b", "target-directory=dir : a b"},
		{"ln -sfn a b", "symbolic force no-dereference : a b"},
		{"install -m 755 -d x", "mode=755 directory : x"},
		{"touch -d yesterday f", "date=yesterday : f"},
		{"chmod -R u+x,g-w d", "recursive : u+x,g-w d"},
		{"chown -R root:root /", "recursive : root:root /"},
		{"truncate -s 0 f", "size=0 : f"},
		{"truncate -s0 f", "size=0 : f"},
		{"dd if=/dev/zero of=f bs=1M count=1", "if=/dev/zero of=f bs=1M count=1"},
		{"dd of=f", "of=f"},
		{"split -l100 f part", "lines=100 : f part"},
		{"sort -ro out in", "reverse output=out : in"},
		{"sort --out=f in", "output=f : in"},
		{"sort -k2,3 -t: f", "key=2,3 field-separator=: : f"},
		{"head -5 f", "5 : f"},
		{"head -n5 f", "lines=5 : f"},
		{"tail -n +3 f", "lines=+3 : f"},
		{"tail -fn100 f", "follow lines=100 : f"},
		{"cut -d: -f1 f", "delimiter=: fields=1 : f"},
		{"grep -rn TODO src", "recursive line-number : TODO src"},
		{"grep -e a -e b f", "regexp=b : f"},
		{"grep -A3 -B 2 x f", "after-context=3 before-context=2 : x f"},
		{"grep --inc=*.go -r x .", "include=*.go recursive : x ."},
		{"sed -i.bak s/a/b/ f", "in-place=.bak : s/a/b/ f"},
		{"sed -ne p f", "quiet expression=p : f"},
		{"sed --in-place=.orig s/a/b/ f", "in-place=.orig : s/a/b/ f"},
		{"sed -E -i s/a/b/ f", "regexp-extended in-place : s/a/b/ f"},
		{"awk -F: {print} f", "field-separator=: : {print} f"},
		{"awk -vx=1 -f p.awk f", "assign=x=1 file=p.awk : f"},
		{"find . -name *.go -type f", "name=*.go type=f : ."},
		{"find a b -maxdepth 2 -delete", "maxdepth=2 delete : a b"},
		{"find -L . ( -name x -o -name y ) -print0", "L name=y o print0 : ."},
		{"find . -exec rm -rf {} + -print", "exec=rm -rf {} print : ."},
		{"find . -ok rm {} ;", "ok=rm {} : ."},
		{"find -delete", "delete"},
		{"tar czf a.tgz src", "create gzip file=a.tgz : src"},
		{"tar -czf a.tgz src", "create gzip file=a.tgz : src"},
		{"tar -c -z -f a.tgz src", "create gzip file=a.tgz : src"},
		{"tar --create --gzip --file=a.tgz src", "create gzip file=a.tgz : src"},
		{"tar --cre --file a.tgz src", "create file=a.tgz : src"},
		{"tar xf a.tgz -C /tmp", "extract file=a.tgz directory=/tmp"},
		{"tar cfC a.tgz dir x", "create file=a.tgz directory=dir : x"},
		{"tar -C d -xf a.tgz", "directory=d extract file=a.tgz"},
		{"ps aux", "a user x"},
		{"ps -ef", "e f"},
		{"ps -o pid= -p 1", "format=pid= pid=1"},
		{"unzip -o a.zip -d out", "o d=out : a.zip"},
		{"zip -r a.zip src -x *.o", "recurse-paths exclude=*.o : a.zip src"},
		{"gzip -dk f.gz", "decompress keep : f.gz"},
		{"curl -sSL https://x.org", "silent show-error location : https://x.org"},
		{"curl -XPOST -d @f https://x.org", "request=POST data=@f : https://x.org"},
		{"curl --request DELETE https://x.org", "request=DELETE : https://x.org"},
		{"curl -o- x.org", "output=- : x.org"},
		{"curl -fsSLo out x.org", "fail silent show-error location output=out : x.org"},
		{"curl --data-b @f x.org", "data-binary=@f : x.org"},
		{"wget -qO- x.org", "quiet output-document=- : x.org"},
		{"wget -P dir x.org", "directory-prefix=dir : x.org"},
		{"ssh -p 22 -i key me@host ls -la", "p=22 i=key : me@host ls -la"},
		{"ssh host -p 22 ls -la", "p=22 : host ls -la"},
		{"ssh -o A=b host", "o=A=b : host"},
		{"ssh -tt host", "t : host"},
		{"scp -P 22 -r a host:b", "P=22 recursive : a host:b"},
		{"rsync -avz --delete a/ host:b", "archive verbose compress delete : a/ host:b"},
		{"rsync -e ssh a b", "rsh=ssh : a b"},
		{"nc -lvp 4444", "listen verbose p=4444"},
		{"nc -e /bin/sh host 80", "exec=/bin/sh : host 80"},
		{"git status", ": status"},
		{"git push -f", "force : push"},
		{"git push --force origin main", "force : push origin main"},
		{"git push --forc origin main", "forc : push origin main"},
		{"git push --force-w origin", "force-with-lease : push origin"},
		{"git push --force-with-lease=main:abc origin", "force-with-lease=main:abc : push origin"},
		{"git push --force --no-force origin", "no-force : push origin"},
		{"git push --no-force --force origin", "force : push origin"},
		{"git push origin :branch", ": push origin :branch"},
		{"git push origin +main", ": push origin +main"},
		{"git push -u origin HEAD", "set-upstream : push origin HEAD"},
		{"git push -d origin x", "delete : push origin x"},
		{"git push --de origin x", "delete : push origin x"},
		{"git -C dir push -f", "C=dir force : push"},
		{"git -C a -C b status", "C=b : status"},
		{"git -c a=b -c c=d commit -m msg", "c=c=d message=msg : commit"},
		{"git -cfoo=bar reset --hard", "c=foo=bar hard : reset"},
		{"git --git-dir=x --work-tree=y reset --hard", "git-dir=x work-tree=y hard : reset"},
		{"git --no-pager log -5", "no-pager 5 : log"},
		{"git -p log --oneline", "paginate oneline : log"},
		{"git reset --har HEAD~1", "hard : reset HEAD~1"},
		{"git clean -fdx", "force d x : clean"},
		{"git clean -xdff -e *.o", "x d force exclude=*.o : clean"},
		{"git clean --forc -d", "force d : clean"},
		{"git checkout -f main", "force : checkout main"},
		{"git checkout -bnew", "b=new : checkout"},
		{"git checkout -- a b", ": checkout a b"},
		{"git checkout --recurse-submodules=on-demand main", "recurse-submodules=on-demand : checkout main"},
		{"git switch -qf main", "quiet force : switch main"},
		{"git switch --disc main", "discard-changes : switch main"},
		{"git switch -Cx", "force-create=x : switch"},
		{"git restore -s --staged f", "source=--staged : restore f"},
		{"git restore --no-source --staged f", "no-source staged : restore f"},
		{"git restore -SW .", "staged worktree : restore ."},
		{"git branch -D x", "D : branch x"},
		{"git branch -dfr origin/x", "delete force remotes : branch origin/x"},
		{"git stash clear", ": stash clear"},
		{"git stash -u", "include-untracked : stash"},
		{"git stash push -m msg -- a", "message=msg : stash push a"},
		{"git reflog expire --expire=now --all", "expire=now all : reflog expire"},
		{"git worktree remove --force ../x", "force : worktree remove ../x"},
		{"git worktree remove -- -f", ": worktree remove -f"},
		{"git remote set-url origin u", ": remote set-url origin u"},
		{"git commit -am msg", "all message=msg : commit"},
		{"git commit --am", "amend : commit"},
		{"git commit -nm msg", "no-verify message=msg : commit"},
		{"git rebase -i HEAD~3", "interactive : rebase HEAD~3"},
		{"git rebase --onto a b c", "onto=a : rebase b c"},
		{"git submodule foreach git clean -fd", ": submodule foreach git clean -fd"},
		{"git unknown --flag x", ": unknown --flag x"},
		{"git", ""},
		{"docker run --rm -it -v /:/host -e A=b alpine sh -c ls", "rm interactive tty volume=/:/host env=A=b : run alpine sh -c ls > sh -c ls"},
		{"docker exec -it c rm -rf /", "interactive tty : exec c rm -rf / > rm -rf /"},
		{"docker -H tcp://h ps -a", "host=tcp://h all : ps"},
		{"docker compose -f x.yml down -v", "file=x.yml volumes : compose down"},
		{"docker container rm -f c", "force : container rm c"},
		{"podman rm -af", "all force : rm"},
		{"docker-compose down --volumes", "volumes : down"},
		{"kubectl -n ns delete pod x --force --grace-period=0", "namespace=ns force grace-period=0 : delete pod x"},
		{"kubectl delete -f x.yml", "filename=x.yml : delete"},
		{"kubectl exec -it pod -n ns -- rm -rf /", "stdin tty namespace=ns : exec pod rm -rf / > rm -rf /"},
		{"kubectl get pods -o json", "output=json : get pods"},
		{"helm -n x uninstall y", "namespace=x : uninstall y"},
		{"aws s3 rm s3://b --recursive", "recursive : s3 rm s3://b"},
		{"aws --profile p ec2 terminate-instances --instance-ids i-1", "profile=p instance-ids=i-1 : ec2 terminate-instances"},
		{"aws ssm get-parameter --name /x --with-decryption", "name=/x with-decryption : ssm get-parameter"},
		{"gcloud -q compute instances delete x --zone z", "quiet zone=z : compute instances delete x"},
		{"az group delete -n x --yes", "name=x yes : group delete"},
		{"az policy list --resource-group g", "resource-group=g : policy list"},
		{"gh repo delete o/r --yes", "yes : repo delete o/r"},
		{"gh api -X DELETE /repos/o/r", "method=DELETE : api /repos/o/r"},
		{"terraform destroy -auto-approve", "auto-approve : destroy"},
		{"terraform -chdir=d apply -var a=b -auto-approve", "chdir=d var=a=b auto-approve : apply"},
		{"npm publish --tag next", "tag=next : publish"},
		{"npm --prefix d run build", "prefix=d : run build"},
		{"npm run build -- --watch", ": run build --watch"},
		{"cargo publish --dry-run", "dry-run : publish"},
		{"cargo -C d build --release", "C=d release : build"},
		{"pip install -r req.txt -t d x", "requirement=req.txt target=d : install x"},
		{"python -c code a -b", "c=code : a -b"},
		{"python -m http.server 80", "m=http.server 80"},
		{"python3.12 -u s.py --x", "u : s.py --x"},
		{"python - a", ": - a"},
		{"node -e code", "eval=code"},
		{"node --eval=code", "eval=code"},
		{"perl -we code", "w e=code"},
		{"perl -pi.bak -e code f", "p i=.bak e=code : f"},
		{"perl -ne code f", "n e=code : f"},
		{"ruby -rjson -e code", "r=json e=code"},
		{"java -Xmx1g -cp a:b Main x", "Xmx1g cp=a:b : Main x"},
		{"java -jar a.jar -x", "jar=a.jar : -x"},
		{"openssl enc -d -aes-256-cbc -in f -out g", "d aes-256-cbc in=f out=g : enc"},
		{"openssl s_client -connect h:443", "connect=h:443 : s_client"},
		{"make -C d -j4 all", "directory=d jobs=4 : all"},
		{"make -Bsf m.mk", "always-make silent file=m.mk"},
		{"go build -o bin ./...", "o=bin : build ./..."},
		{"go test -run X -v ./...", "run=X v : test ./..."},
		{"psql -h h -U u -c sql db", "host=h username=u command=sql : db"},
		{"mysql -uroot -psecret -e sql db", "user=root password=secret execute=sql : db"},
		{"redis-cli -h h FLUSHALL", "h=h : FLUSHALL"},
		{"sqlite3 f.db sql", ": f.db sql"},
		{"systemctl --user stop x", "user : stop x"},
		{"systemctl -q restart x y", "quiet : restart x y"},
		{"kill -9 1", "9 : 1"},
		{"kill -s KILL 1", "s=KILL : 1"},
		{"pkill -f x", "full : x"},
		{"crontab -r", "r"},
		{"crontab -u me f", "u=me : f"},
		{"apt-get install -y x", "yes : install x"},
		{"pacman -Syu x", "sync refresh sysupgrade : x"},
		{"jq --arg a b .x f", "arg=b : .x f"},
		{"xargs -0 -n1 rm -rf", "null max-args=1 : rm -rf > rm -rf"},
		{"xargs -I{} sh -c {}", "I={} : sh -c {} > sh -c {}"},
		{"find . ! -name x -delete", "not name=x delete : ."},
		{"shred -uzn3 f", "u zero iterations=3 : f"},
		{"mkdir -pm700 d", "parents mode=700 : d"},
		{"rsync --exclude=x --exclude y a b", "exclude=y : a b"},
		{"foo -abc --long --key=value x", "a b c long key=value : x"},
		{"foo -n5 -- -x", "n 5 : -x"},
		{"foo", ""},
		{"echo -n hi -rf", "n : hi -rf"},
		{"[ -f x ]", "f=x : ]"},
		{"test -d y", "d=y"},
		{"python -c code -b --x", "c=code : -b --x"},
		{"python -m venv --clear d", "m=venv --clear d"},
		{"tail --follow=name f", "follow=name : f"},
		{"unshare -mpf sh", "mount pid fork : sh > sh"},
		{"command -v docker", "v : docker"},
		{"command rm -rf x", ": rm -rf x > rm -rf x"},
		{"builtin command git reset --hard", ": command git reset --hard > command git reset --hard"},
		{"env -i A=b C=d git push", "ignore-environment : A=b C=d git push > git push"},
		{"env -uPATH git reset --hard", "unset=PATH : git reset --hard > git reset --hard"},
		{"env --null", "null"},
		{"env -C d rm x", "chdir=d : rm x > rm x"},
		{"env A-B=2 git x", ": A-B=2 git x > git x"},
		{"sudo -u root -E rm -rf /", "user=root preserve-env : rm -rf / > rm -rf /"},
		{"sudo -l", "list"},
		{"sudo -i", "login"},
		{"sudo A=b -n rm x", "non-interactive : A=b rm x > rm x"},
		{"sudo -nu root -- rm x", "non-interactive user=root : rm x > rm x"},
		{"doas -u root rm x", "u=root : rm x > rm x"},
		{"nice -10 rm x", "10 : rm x > rm x"},
		{"nice -n -5 rm x", "adjustment=-5 : rm x > rm x"},
		{"nohup rm -rf x", ": rm -rf x > rm -rf x"},
		{"time -p rm x", "portability : rm x > rm x"},
		{"timeout 5s rm x", ": 5s rm x > rm x"},
		{"timeout -s KILL --foreground 5 rm -rf x", "signal=KILL foreground : 5 rm -rf x > rm -rf x"},
		{"timeout --kill=3 5 rm x", "kill-after=3 : 5 rm x > rm x"},
		{"stdbuf -oL -eL rm x", "output=L error=L : rm x > rm x"},
		{"setsid -f rm x", "fork : rm x > rm x"},
		{"ionice -c3 rm x", "class=3 : rm x > rm x"},
		{"ionice -p 1", "pid=1"},
		{"taskset -c 0-3 rm x", "cpu-list : 0-3 rm x > rm x"},
		{"taskset -p 1", "pid : 1"},
		{"chroot /mnt rm -rf /", ": /mnt rm -rf / > rm -rf /"},
		{"flock -n /l rm x", "nonblock : /l rm x > rm x"},
		{"flock /l -c code", ": /l -c code > sh -c code"},
		{"xargs -a f -d , rm", "arg-file=f delimiter=, : rm > rm"},
		{"xargs --replace -t bash -c code", "replace verbose : bash -c code > bash -c code"},
		{"xargs", ""},
		{"parallel -j4 rm {} ::: a b", "jobs=4 : rm {} ::: a b > rm {} ::: a b"},
		{"watch -n1 rm x", "interval=1 : rm x > rm x"},
		{"strace -ff -o out rm x", "follow-forks output=out : rm x > rm x"},
		{"exec -a name rm x", "a=name : rm x > rm x"},
		{"busybox rm -rf x", ": rm -rf x > rm -rf x"},
		{"npx -y pkg x", "yes : pkg x > pkg x"},
		{"npm exec -- rm x", ": exec rm x > rm x"},
		{"uv run --with x python -c code", "with=x : run python -c code > python -c code"},
		{"poetry run rm x", ": run rm x > rm x"},
		{"bundle exec rm x", ": exec rm x > rm x"},
		{"su -c code root", "command=code : root"},
		{"su - root", ": - root"},
		{"script -qc code f", "quiet command=code : f"},
		{"aws-vault exec p -- rm x", ": exec p -- rm x > rm x"},
		{"git bisect run rm -rf x", ": bisect run rm -rf x > rm -rf x"},
		{"rm $FLAGS x", ": $FLAGS x"},
		{"$CMD -rf x", "r f : x"},
	}
	for _, test := range tests {
		if got := told(test.line); got != test.want {
			t.Errorf("%s\nis   %s\nwant %s", test.line, got, test.want)
		}
	}
}

// FuzzSplit checks that no words make splitting, touching or running panic, and that no word is
// lost except flags.
func FuzzSplit(f *testing.F) {
	for _, line := range []string{"rm -rf /", "git -C x push --force-w=a o +m", "tar czfC a b c", "find . -exec rm {} + -print", "kubectl exec p -- rm", "jq --arg a", "sudo A=b -n rm", "curl -F @x -d", "cp -t", "dd if= of"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		words := plain(line)
		if len(words) == 0 {
			return
		}
		c := Split(words)
		if len(c.Operands) > len(words)-1 {
			t.Errorf("%q has %d words and %d operands", line, len(words), len(c.Operands))
		}
		if len(c.Inner()) > len(words)+1 {
			t.Errorf("%q runs more than it says", line)
		}
		at := Surroundings{Site: Site{Dir: "/w", Home: "/h"}, In: Input{Word: Word{Text: line, Known: true}, Over: "pipe"}}
		c.Given()
		c.Touch(at)
		c.Runs(at)
		c.Prints(at)
	})
}

func BenchmarkTouch(b *testing.B) {
	at := Surroundings{Site: Site{Dir: "/w", Home: "/h"}}
	for _, line := range []string{"rm -rf build", "git push --force origin main", "tar -xzf a.tgz -C dir", "curl -sSL -o f https://x.org", "ls", "unheard-of"} {
		words := plain(line)
		b.Run(words[0].Text, func(b *testing.B) {
			for b.Loop() {
				c := Split(words)
				c.Given()
				c.Touch(at)
			}
		})
	}
}
