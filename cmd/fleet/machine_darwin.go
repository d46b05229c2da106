package fleet

import (
	"os/exec"
	"regexp"
)

// systemID returns what the hardware is called; "" if there is no telling.
func systemID() string {
	said, _ := exec.Command("/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice").Output()
	if m := platformID.FindSubmatch(said); m != nil {
		return string(m[1])
	}
	return ""
}

var platformID = regexp.MustCompile(`"IOPlatformUUID" = "([^"]+)"`)
