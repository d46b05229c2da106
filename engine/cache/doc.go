// Package cache keeps compiled plans on disk, laid out so that an event reads only what it needs.
//
// A plan is one file of regions (package wire), named by its rule set, in bcrules/plans below the
// user's cache folder:
//
//	for each event:  lets and rules of each hook
//	                 drawer of the heads of hooks that any value may match
//	                 a drawer for each name in matchers that are lists of names
//	                 tables and boxes of a drawer's hooks that need a text of the event
//	names of all hooks · tables · stores · for each event: agenda without hooks
//	what is common to all events
//	for each event:  its part, which leads to the above, by name to drawers
//	root: what it was made from, where the parts are
//
// So an event costs two or three small reads, however many rules there are: the end of the file,
// which has everything from the agendas on unless they are many, and the drawers its value may be
// in (layout.go writes, plan.go reads, codec.go encodes). The lets and rules of a hook cost one
// more if the hook's condition holds. Of thousands of hooks on one event only those are read, and
// asked, whose conditions may hold for the texts that it has (sought.go).
//
// A plan is fresh while every rule file, the list of files in each rule folder and the compiler are
// unchanged (stamp.go). A file changed just before it was compiled is not trusted, because the file
// system's clock may not distinguish a later change. A file that can't be inspected differs from
// one that doesn't exist (files.State); unreadable rules keep the plan.
//
// A plan acts with the user's rights, and the environment says where plans are. So a plan counts
// only if it was made with the user's key for this rule set (package wire), or belongs to the
// administrator and nobody else may write it. Faults, guards and lifts are checked in the same way.
//
// Plans are replaced by a rename, so a reader sees the old one or the new one. A file that is cut
// off, foreign, of another version or damaged at its root counts as missing; damage elsewhere is an
// error at the events that reach it. When rules no longer compile, the plan stays, and a note
// beside it records which state of the files was at fault, so that nobody compiles them again in
// vain. For a rule set with closed hooks a third file, the guard, names them in case neither can be
// used. While a process makes a plan, it locks a fourth, so that others wait for it (alone.go).
//
// If the user's cache folder can't be written (home or the root is read-only, the disk is full, or
// it is another user's, as with sudo -E), all this is kept in the machine's memory (host.Held,
// places.go), since making a plan takes half a second or more. If the environment moves the user's
// cache folder away from the account's, the account's is consulted last: it knows what holds while
// rules can't be read, and that there were some.
package cache
