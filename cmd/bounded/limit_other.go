//go:build !linux

package bounded

// hold does nothing: other systems have no such limit, or don't enforce it (macOS). There only the
// watch on the process counts.
func hold(uint64) (lift func()) { return func() {} }
