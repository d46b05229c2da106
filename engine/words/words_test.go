package words

import (
	"slices"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	for name, want := range map[string]string{
		"deleteUserAccounts": "delete user accounts", "db:drop:prod": "db drop prod", "delete_user.sh": "delete user sh", "flyway-clean": "flyway clean",
		"mcp__pg__dropTable": "mcp pg drop table", "HTTPServerStop": "http server stop", "s3.deleteBucketV2": "s3 delete bucket v2", "": "", "--": "",
		"A": "a", "ABC": "abc", "aB": "a b", "ec2Stop": "ec2 stop", "löscheÄpfel": "lösche äpfel", "x.Y": "x y", "sha256Sum": "sha256 sum",
	} {
		if got := strings.Join(Split(name), " "); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// All forms of a word have the same key.
func TestStem(t *testing.T) {
	for _, forms := range []string{
		"delete deletes deleted deleting", "purge purges purged purging", "drop drops dropped dropping", "kill kills killed killing",
		"wipe wipes wiped wiping", "prune prunes pruned pruning", "destroy destroys destroyed destroying", "policy policies", "nuke nuked nuking",
		"push pushes pushed pushing", "add adds added adding", "create creates created creating", "reset resets resetting", "stop stops stopped stopping",
		"revoke revokes revoked revoking", "erase erases erased erasing", "execute executed executing", "remove removes removed removing",
		"terminate terminates terminated terminating", "merge merged merging", "process processes processed", "cache caches cached", "user users",
		"disable disables disabled disabling", "ban bans banned banning", "open opened opening", "publish publishes published publishing",
	} {
		all := strings.Fields(forms)
		for _, form := range all[1:] {
			if key(form) != key(all[0]) {
				t.Errorf("%s is %s, %s is %s, want one", form, key(form), all[0], key(all[0]))
			}
		}
	}
	for word, want := range map[string]string{
		"deleting": "delete", "purging": "purge", "policies": "policy", "dropped": "drop", "accounts": "account", "status": "status", "access": "access",
		"string": "string", "bed": "bed", "king": "king", "dns": "dns", "löschte": "löschte", "wiped": "wipe", "killing": "kill", "running": "run",
	} {
		if got := Stem(word); got != want {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
}

func TestSet(t *testing.T) {
	for _, test := range []struct {
		words     string // separated by commas
		as        string
		exact     bool
		fits, not string // separated by spaces
	}{
		{"delete,drop", Whole, false, "delete DROP", "deleted xdrop drop_ ''"},
		{"delete,drop,de", Whole, true, "delete de", "DROP del"},
		{"delete,drop,de", Start, false, "delete Delta drop dropped", "d undelete"},
		{"delete,drop", End, false, "undelete DROP drop", "deleted"},
		{"delete,drop", Part, false, "undeleted adrop drop", "delet dro"},
		{"Ab,b", Part, true, "xAbx b", "AB A"},
		{"delete,factory reset", Word, false, "deleteUser users:deleted factory_reset FactoryResets deleting", "undelete reset factory deleter reset_factory"},
		{"ba,bb,b,c", Part, false, "xbz ccc", "a"},
		{"öl", Start, false, "Ölung", "ol"},
	} {
		made := Make(strings.Split(test.words, ","), test.as, test.exact)
		read, err := Read(made.Text())
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []*Set{made, read} {
			for _, text := range strings.Fields(test.fits) {
				if !s.Match(text) {
					t.Errorf("%s as %s doesn't fit %s", test.words, test.as, text)
				}
			}
			for _, text := range append(strings.Fields(test.not), "") {
				if s.Match(text) {
					t.Errorf("%s as %s fits %s", test.words, test.as, text)
				}
			}
		}
	}
}

// A set gives the same result as looking for its words one by one.
func FuzzSet(f *testing.F) {
	f.Add("ab,b,abc", "xabx", byte(3))
	f.Add("drop,drop table", "dropTables", byte(4))
	f.Fuzz(func(t *testing.T, list, text string, way byte) {
		words := slices.DeleteFunc(strings.Split(list, ","), func(w string) bool { return w == "" || strings.ContainsAny(w, "\n") })
		as := Ways[int(way)%4]
		s, err := Read(Make(words, as, true).Text())
		if err != nil {
			t.Fatal(err)
		}
		want := slices.ContainsFunc(words, func(w string) bool {
			return map[string]bool{Whole: text == w, Start: strings.HasPrefix(text, w), End: strings.HasSuffix(text, w), Part: strings.Contains(text, w)}[as]
		})
		if got := s.Match(text); got != want {
			t.Errorf("%q as %s in %q: %v, want %v", words, as, text, got, want)
		}
		Make(words, Word, false).Match(text)
	})
}

func BenchmarkMatch(b *testing.B) {
	var list []string
	for i := range 200 {
		list = append(list, "word"+string(rune('a'+i%26))+string(rune('a'+i/26)))
	}
	for _, as := range Ways {
		s := Make(list, as, false)
		b.Run(as, func(b *testing.B) {
			for b.Loop() {
				s.Match("aws.dynamodb.deleteTableAndItsBackups")
			}
		})
	}
	text := Make(list, Word, false).Text()
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			Read(text)
		}
	})
}
