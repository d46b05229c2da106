package programs

import "testing"

func TestDry(t *testing.T) {
	for line, want := range map[string]bool{
		"sometool --help":                  true,
		"sometool wipe all --help":         true,
		"sometool help wipe":               true,
		"sometool wipe all -help":          true,
		"sometool wipe ./data -help":       false,
		"sometool wipe all -h":             true,
		"sometool wipe ./data -h":          false,
		"nomad job stop -h":                true,
		"vault operator seal -help":        true,
		"rm -rf build -help":               false,
		"sometool wipe":                    false,
		"python3 -c x --help":              false,
		"python3 --help -c x":              true,
		"sometool -h wipe":                 false, // a host, say
		"sometool wipe ./data --help":      false, // which it may not get to
		"sometool wipe $X --help":          false,
		"sometool wipe -- --help":          false,
		"sometool run --version 1.2":       false,
		"helm uninstall shop --help":       true,
		"helm uninstall shop --help=false": false,
		"kubectl delete ns a --help=$X":    false,
		"kubectl --help delete a":          true,
		"kubectl --help --help=false x":    false,
		"sometool wipe --help --no-help":   false,
		"bcrules trust --help=false":       false,
		"bcrules trust --diff":             true,
		"bcrules trust --diff --diff=0":    false,
		"bcrules init --user --dry-run":    true,
		"bcrules init --dry-run=false":     false,
		"bcrules init --pack --dry-run":    false,
		"helm install --version 1 a b":     false,
		"rm -rf build --help":              false, // a file, where flags stand first
		"redis-cli del key --help":         false, // another key
		"shutdown -h":                      false,
		"sudo wipe --help":                 false, // of what it runs
		"env -u --help rm -rf x":           false, // a variable
		"env --help rm -rf x":              true,
		"env -u A --help rm -rf x":         true,
		"sudo -p --version rm x":           false,
		"find -name --version -o -delete":  false,
		"find -exec cat --help ; -delete":  false,
		"git clean -fdx -e --help":         false,
		"git stash push -u -m --help":      false,
		"git merge --no-ff -m --help off":  false,
		"git merge --help":                 true,
		"tar cf --help x":                  false,
		"timeout --odd --help rm x":        false, // which that may be given
		"docker compose --dry-run down":    true,
		"docker compose down":              false,
		"p4 revert -n //a/...":             true,
		"p4 -c ws revert //a/...":          false,
		"bq query --dry_run x":             true,
		"bq query --dry_run=false x":       false,
		"kubectl delete x --dry-run=none":  false,

		"sometool expire --dry-run":            true,
		"sometool --dry_run x":                 true,
		"sometool expire --dry-run=false":      false,
		"sometool expire -- --dry-run":         false,
		"remove-thing -WhatIf":                 true,
		"remove-thing -WhatIf:$true":           true,
		"remove-thing -WhatIf:$false":          false,
		"dotnet ef database drop --dry-run":    true,
		"rm -rf build --dry-run":               false, // a file, too
		"python3 -c x --dry-run":               false, // of what it runs
		"systemctl poweroff --help":            true,
		"act -n -j deploy":                     true,
		"nft -c -f rules.nft":                  true,
		"nft -f rules.nft":                     false,
		"logrotate -d a.conf":                  true,
		"e2fsck -n /dev/sdb1":                  true,
		"bash -s -- --version 1":               false, // of what it reads
		"systemctl stop nginx --dry-run":       false, // which doesn't heed it
		"npx rimraf build --dry-run":           false,
		"bash -n x.sh":                         true,
		"bash -n +n x.sh":                      false,
		"php -l x.php":                         true,
		"zfs destroy -nv tank/a@1":             true,
		"zfs destroy -r tank/a":                false,
		"avrdude -n -p m328p -U flash:w:x.hex": true,
		"rake -n db:drop":                      true,
		"mix help ecto.drop":                   true,
	} {
		if is := Split(plain(line)).IsDry(); is != want {
			t.Errorf("%s: found dry %v, want %v", line, is, want)
		}
	}
}
