package fleet

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"bcrules.dev/cmd/fleet/held"
	"bcrules.dev/engine/files"

	"aead.dev/minisign"
)

// A Statement is what the publisher signs.
type Statement struct {
	Kind      string    `json:"kind"`
	Name      string    `json:"name"`   // the tag it is for
	Module    string    `json:"module"` // its path
	Serial    int64     `json:"serial"` // bundles and channels each have their own count, which must go up
	Published time.Time `json:"published"`
	Expires   time.Time `json:"expires"`
	Zip       string    `json:"zip,omitempty"`   // digest of the bundle's files
	Rings     []Ring    `json:"rings,omitempty"` // of a channel, by rising share
}

// Kinds of statements. Neither passes for the other.
const (
	aBundle  = "bundle"
	aChannel = "channel"
)

// A Ring is a share of the machines and the bundle for them.
type Ring struct {
	Share  int    `json:"share"` // percent, including the rings before it
	Serial int64  `json:"serial"`
	Digest string `json:"digest"` // of the manifest
}

// Annotations of a manifest for a statement and its signature.
const (
	stated = "dev.bcrules.statement"
	signed = "dev.bcrules.signature"
)

// password names the environment variable with a secret key's password.
const password = "BCFLEET_PASSWORD"

// sign returns the annotations for a statement and its signature.
func (p *publisher) sign(s *Statement) (map[string]string, error) {
	key, err := secretKey(p.key)
	if err != nil {
		return nil, err
	}
	text := files.JSON(s)
	about := fmt.Sprintf("%s of %s, serial %d", s.Kind, s.Module, s.Serial)
	return map[string]string{stated: string(text), signed: string(minisign.SignWithComments(key, text, about, "bcfleet"))}, nil
}

// read returns the statement in annotations, whoever signed it.
func read(annotations map[string]string) (*Statement, error) {
	text := annotations[stated]
	if text == "" {
		return nil, refuse("found no statement in the manifest, want one by bcfleet publish")
	}
	var s Statement
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return nil, refuse("found a statement that can't be read: %v", err)
	}
	if s.Kind != aBundle && s.Kind != aChannel || s.Serial <= 0 {
		return nil, refuse("found a statement of kind %q, serial %d, want a bundle or a channel", s.Kind, s.Serial)
	}
	return &s, nil
}

// verified is read, and fails unless one of the keys signed the statement.
func verified(annotations map[string]string, keys []minisign.PublicKey) (*Statement, error) {
	text, signature := []byte(annotations[stated]), []byte(annotations[signed])
	if !slices.ContainsFunc(keys, func(key minisign.PublicKey) bool { return minisign.Verify(key, text, signature) }) {
		return nil, refuse("found a manifest that no given key signed")
	}
	return read(annotations)
}

// fresh fails if the statement has expired.
func (s *Statement) fresh(now time.Time) error {
	if now.After(s.Expires) {
		return refuse("found a %s with serial %d that expired %s, want a newer one", s.Kind, s.Serial, s.Expires.Format(time.RFC3339))
	}
	return nil
}

// note returns what a folder with the bundle's rules says about it.
func (s *Statement) note(digest string) *held.Bundle {
	return &held.Bundle{Module: s.Module, Serial: s.Serial, Digest: digest, Published: s.Published, Expires: s.Expires}
}

// ring returns a channel's ring for a machine at a place among a hundred; false if no ring reaches
// that place yet.
func (s *Statement) ring(place int) (Ring, bool) {
	i := slices.IndexFunc(s.Rings, func(r Ring) bool { return place < r.Share })
	if i < 0 {
		return Ring{}, false
	}
	return s.Rings[i], true
}

// secretKey reads the key to sign with.
func secretKey(file string) (minisign.PrivateKey, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return minisign.PrivateKey{}, err
	}
	var key minisign.PrivateKey
	word, given := os.LookupEnv(password)
	switch {
	case minisign.IsEncrypted(data) && !given: // trying takes seconds
		err = errors.New("found an encrypted key and no password")
	case minisign.IsEncrypted(data):
		key, err = minisign.DecryptKey(word, data)
	default:
		err = key.UnmarshalText(data)
	}
	if err != nil {
		return key, fmt.Errorf("%s: %w (minisign's secret key, its password in $%s)", file, err, password)
	}
	return key, nil
}

// publicKeys reads the keys to verify with: the old and the new one while keys change.
func publicKeys(names []string) (keys []minisign.PublicKey, err error) {
	for _, name := range names {
		key, err := minisign.PublicKeyFromFile(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w (minisign's public key)", name, err)
		}
		keys = append(keys, key)
	}
	return keys, nil
}
