// Package cache keeps compiled plans on disk, laid out so that an event reads
// only what it needs.
//
// A plan is one file of regions (package wire), named by its rule set, in
// bcrules/plans below the user's cache folder:
//
//	for each event:  lets and rules of each hook
//	                 drawer of the heads of hooks that any value may match
//	                 a drawer for each name in matchers that are lists of names
//	names of all hooks · tables · stores · for each event: agenda without hooks
//	what stands for all events
//	for each event:  pages that lead from names to drawers
//	                 its part, which leads to the above
//	root: what it was made from, where the parts lie
//
// So an event costs two or three small reads, however many rules there are: the end
// of the file, which has all from the agendas on unless they are many, and the
// drawers its value may be in (layout.go writes, plan.go reads, codec.go says how). The
// lets and rules of a hook cost one more, if the hook's condition holds.
//
// A plan is fresh while every rule file, the list of files in each rule folder
// and the compiler are what they were (stamp.go). A file changed less than a
// moment before it was compiled is not trusted: the file system's clock may not
// tell a change right after from the one that was read. What can't be looked at is another
// state than what isn't there (files.State); rules that can't be read leave the plan as it is.
//
// A plan acts with the user's rights, and where plans lie is said by the environment. So one
// counts if it was made with the user's key, for the rule set that it is asked for (package
// wire), or is the administrator's, and nobody else may write it. What lies beside it is
// under the key, too.
//
// Plans are replaced by a rename, so that a reader sees the old one or the new
// one; a file that is cut off, foreign, of another version or damaged at its root counts
// as missing. Damage elsewhere is an error at the events that come to it.
// When rules no longer compile, the plan stays and a note beside it says which
// state of the files was at fault, so that nobody compiles them again in vain. Of
// a rule set with closed hooks a third file, the guard, says which they are, for
// when neither can be used. While a process makes a plan, a fourth is locked, so that
// others wait for it (alone.go).
//
// Where the user's cache folder can't be written, as home or the whole root is read-only, or
// takes nothing, as the disk is full or it is another user's (sudo -E), all this lies in the
// memory of the machine (host.Held): a plan takes half a second and more to make, and each
// event would make it anew (places.go). Where the environment says that the user's cache folder
// is another than the account's, that is looked into last: what holds while rules can't be read,
// and that there were some, is known there.
package cache
