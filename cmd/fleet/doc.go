// Package fleet distributes an organisation's rules to its machines. An ordinary CUE module, tests
// included, goes to an OCI registry as a bundle, and from there, by digest, into the folder of the
// organisation's rules (host.Organisation).
//
//	DIR ─ vet, test ─► zip ──────────────┐
//	key ─► statement, signature ─► manifest ─► registry
//	                                            │ pull: by the tag, or the ring of a channel
//	               serial, expiry, signature ◄──┘
//	                          │
//	            /etc/bcrules-bundles/new ─ vet, test ─► exchanged with /etc/bcrules ─► bcrules compile
//
// A statement names the bundle's tag, serial, expiry and the digest of its files. It stands with its
// signature, minisign's, in the manifest's annotations. A bundle is also found by the tag of its serial.
// A channel is a statement, too: it says which serial is for which share of the machines. Nothing
// from the registry is trusted without a signature.
//
// Hooks answer by the compiled plan of the rules, which stays until it is compiled again. So whatever
// fails on the way, and wherever this process dies, the former rules stay in force. The state records
// what is half done, and the next pull or back completes or undoes it.
package fleet
