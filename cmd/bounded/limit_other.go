//go:build !linux

package bounded

// hold does nothing: other systems have no such limit, or don't keep it (macOS). What
// watches the process is all there is.
func hold(uint64) (lift func()) { return func() {} }
