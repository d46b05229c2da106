package e2e

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/tidwall/gjson"
)

// The client's version, and the hash of each build.
//
//go:embed client/package.json client/package-lock.json
var pinned embed.FS

// install returns the client's program: that of $E2E_CLIENT, else the one in the user's cache
// folder, which npm installs once.
func install() (string, error) {
	if own := os.Getenv("E2E_CLIENT"); own != "" {
		_, err := os.Stat(own)
		return own, err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	manifest, err := pinned.ReadFile("client/package.json")
	if err != nil {
		return "", err
	}
	version := gjson.GetBytes(manifest, `dependencies.@anthropic-ai/claude-code`).Str
	dir := filepath.Join(cache, "bcrules-e2e", version)
	if program, err := native(dir); err == nil {
		return program, nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return "", err
	}
	fresh, err := os.MkdirTemp(filepath.Dir(dir), version+".")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(fresh)
	if err := os.CopyFS(fresh, pinned); err != nil {
		return "", err
	}
	fmt.Fprintf(os.Stderr, "e2e: fetching the client %s into %s\n", version, dir)
	npm := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
	npm.Dir = filepath.Join(fresh, "client")
	if out, err := npm.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm ci: %w\n%s", err, out)
	}
	if err := os.Rename(npm.Dir, dir); err != nil && !errors.Is(err, fs.ErrExist) { // another run was first
		return "", err
	}
	return native(dir)
}

// native returns the program that npm chose for this machine.
func native(dir string) (string, error) {
	found, err := filepath.Glob(filepath.Join(dir, "node_modules", "@anthropic-ai", "claude-code-*", "claude"))
	if err != nil {
		return "", err
	}
	if len(found) != 1 {
		return "", errors.New("found no build of the client for this machine in " + dir)
	}
	return found[0], nil
}
