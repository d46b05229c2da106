package files

import "os"

// syncNames does nothing: Windows can't sync folders, and NTFS logs names.
func syncNames(*os.File) error { return nil }

func syncData(f *os.File) error { return f.Sync() }
