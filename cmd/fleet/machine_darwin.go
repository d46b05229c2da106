package fleet

import (
	"os/exec"
	"regexp"
)

// systemID returns the hardware's UUID; "" if it is unknown.
func systemID() string {
	said, _ := exec.Command("/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice").Output()
	if m := platformID.FindSubmatch(said); m != nil {
		return string(m[1])
	}
	return ""
}

var platformID = regexp.MustCompile(`"IOPlatformUUID" = "([^"]+)"`)
