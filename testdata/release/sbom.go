package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
)

// A bom is a bill of materials in the form of CycloneDX 1.6 (cyclonedx.org/docs/1.6/json).
type bom struct {
	Format      string      `json:"bomFormat"`
	SpecVersion string      `json:"specVersion"`
	Version     int         `json:"version"`
	Metadata    metadata    `json:"metadata"`
	Components  []component `json:"components"`
}

type metadata struct {
	Timestamp string    `json:"timestamp,omitempty"` // of the commit, so that the same source gives the same document
	Component component `json:"component"`
}

type component struct {
	Ref     string `json:"bom-ref"`
	Type    string `json:"type"`
	Name    string `json:"name"`
	Version string `json:"version"`
	PURL    string `json:"purl"`
	Hashes  []hash `json:"hashes,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

// writeSBOM writes which modules a binary is made of, as the linker recorded them in it.
func writeSBOM(binary, document string) error {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(binary)
	if err != nil {
		return err
	}
	doc := bom{Format: "CycloneDX", SpecVersion: "1.6", Version: 1}
	self := moduleOf("application", info.Main.Path, info.Main.Version)
	self.Name = strings.TrimSuffix(filepath.Base(binary), ".exe")
	self.PURL += "#" + strings.TrimPrefix(info.Path, info.Main.Path+"/")
	self.Ref = self.PURL
	sum := sha256.Sum256(data)
	self.Hashes = []hash{{"SHA-256", hex.EncodeToString(sum[:])}}
	doc.Metadata.Component = self
	for _, s := range info.Settings {
		if s.Key == "vcs.time" {
			doc.Metadata.Timestamp = s.Value
		}
	}
	doc.Components = []component{moduleOf("library", "std", strings.TrimPrefix(info.GoVersion, "go"))}
	for _, dep := range info.Deps {
		c, err := componentOf(dep)
		if err != nil {
			return err
		}
		doc.Components = append(doc.Components, c)
	}
	out, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(document, append(out, '\n'), 0o644)
}

// componentOf returns a linked module, with its tree's hash from go.sum.
func componentOf(dep *debug.Module) (component, error) {
	if dep.Replace != nil {
		dep = dep.Replace
	}
	c := moduleOf("library", dep.Path, dep.Version)
	sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(dep.Sum, "h1:"))
	if err != nil || len(sum) != sha256.Size {
		return c, fmt.Errorf("%s: found the sum %q, want h1: and a hash", dep.Path, dep.Sum)
	}
	c.Hashes = []hash{{"SHA-256", hex.EncodeToString(sum)}}
	return c, nil
}

// moduleOf returns the name of a module by github.com/package-url/purl-spec.
func moduleOf(kind, path, version string) component {
	purl := "pkg:golang/" + path + "@" + strings.ReplaceAll(version, "+", "%2B")
	return component{Ref: purl, Type: kind, Name: path, Version: version, PURL: purl}
}
