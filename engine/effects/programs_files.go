package effects

// filePrograms are those that make, move and remove files.
var filePrograms = []program{
	{"rm", gnu, "f,force i I interactive? one-file-system preserve-root? no-preserve-root r,R,recursive d,dir v,verbose P W x", "d*"},
}
