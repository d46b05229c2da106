package host

func organisation() (rules, plans string) {
	const dir = "/Library/Application Support/bcrules"
	return dir, dir + "/plans" // the system's folder for caches is anybody's
}
