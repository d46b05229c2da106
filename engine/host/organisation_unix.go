//go:build !windows && !darwin

package host

func organisation() (rules, plans string) { return "/etc/bcrules", "/var/cache/bcrules" }
