package host

func organisation() (rules, plans string) {
	const dir = "/Library/Application Support/bcrules"
	return dir, dir + "/plans" // everybody may write to the system's cache folder
}
