// Command get gets axe-core, by which tests of pages check these: make axe. With -look it says what
// such tests lack, and gets nothing.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"bcrules.dev/testdata/browser"
)

func main() {
	look := flag.Bool("look", false, "say what is missing")
	flag.Parse()
	if *look {
		for _, lack := range browser.Lacks() {
			fmt.Printf("tests of pages are left out: %v\n", lack)
		}
		return
	}
	file, err := browser.GetAxe(context.Background())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("axe-core is in", file)
}
