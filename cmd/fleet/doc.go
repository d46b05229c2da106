// Package fleet has the rules of an organisation on its machines: an ordinary CUE module, tests
// included, goes to an OCI registry as a bundle, and from there into the folder of the
// organisation's rules (host.Organisation), by digest.
//
//	DIR ─ vet, test ─► zip ──────────────┐
//	key ─► statement, signature ─► manifest ─► registry
//	                                            │ pull: by the tag, or the ring of a channel
//	               serial, expiry, signature ◄──┘
//	                          │
//	            /etc/bcrules-bundles/new ─ vet, test ─► exchanged with /etc/bcrules ─► bcrules compile
//
// A statement says for which tag it is (by that of its serial a bundle is found, too), which serial a
// bundle has, until when it is to hold and what is in it; it stands
// with its signature, minisign's, in the manifest's annotations. A channel is a statement, too: which
// serial is for which share of the machines. Nothing of the registry is believed but for a signature.
//
// Hooks answer by the plan of the rules, which holds as it is until it is made anew: whatever is
// faulty on the way, and wherever this process ends, the rules that held hold. What is half done is
// known by the state, and the next pull ends it.
package fleet
