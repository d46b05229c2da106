package fleet

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"time"

	"cuelabs.dev/go/oci/ociregistry"
	"cuelabs.dev/go/oci/ociregistry/ociauth"
	"cuelabs.dev/go/oci/ociregistry/ociclient"
	"cuelabs.dev/go/oci/ociregistry/ociref"
)

// Limits for what is read from a registry, in bytes.
const (
	mostManifest = 1 << 20
	mostBundle   = 64 << 20
)

// patience is how long a registry may take to begin an answer.
const patience = 30 * time.Second

// A repository is the place in a registry for a module's bundles.
type repository struct {
	ociregistry.Interface
	ociref.Reference
}

// usualTag is the tag of a reference that names none.
const usualTag = "latest"

// openRepository returns the repository of a reference, with the credentials that docker and podman keep.
func openRepository(ref string, plain bool) (*repository, error) {
	to, err := ociref.Parse(ref)
	if err != nil {
		return nil, fmt.Errorf("%s: %w, want HOST/REPOSITORY[:TAG]", ref, err)
	}
	known, err := ociauth.Load(nil)
	if err != nil {
		return nil, err
	}
	over := http.DefaultTransport.(*http.Transport).Clone()
	over.ResponseHeaderTimeout = patience
	client, err := ociclient.New(to.Host, &ociclient.Options{
		Transport: ociauth.NewStdTransport(ociauth.StdTransportParams{Config: known, Transport: over}),
		Insecure:  plain || loopback(to.Host),
	})
	return &repository{client, to}, err
}

// loopback reports whether a registry is on this machine, for which nobody gets a certificate.
func loopback(host string) bool {
	u := url.URL{Host: host}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// tag returns the tag to ask for.
func (r *repository) tag() string {
	return cmp.Or(r.Tag, usualTag)
}

// named reads the manifest that the reference names.
func (r *repository) named(ctx context.Context) (*ociregistry.Manifest, string, error) {
	if r.Digest != "" {
		return r.manifest(r.GetManifest(ctx, r.Repository, r.Digest))
	}
	return r.manifest(r.GetTag(ctx, r.Repository, r.tag()))
}

// at reads the manifest of a digest.
func (r *repository) at(ctx context.Context, digest string) (*ociregistry.Manifest, string, error) {
	if !ociref.IsValidDigest(digest) {
		return nil, "", refuse("found the digest %q, want one of a manifest", digest)
	}
	return r.manifest(r.GetManifest(ctx, r.Repository, ociregistry.Digest(digest)))
}

// manifest reads a manifest and computes its digest from what was read.
func (r *repository) manifest(from ociregistry.BlobReader, err error) (*ociregistry.Manifest, string, error) {
	if err != nil {
		return nil, "", err
	}
	data, err := readMost(from, mostManifest)
	if err != nil {
		return nil, "", err
	}
	var m ociregistry.Manifest
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, "", refuse("found a manifest that can't be read: %v", err)
	}
	return &m, digestOf(data), nil
}

// blob reads a blob, and fails unless it has the digest.
func (r *repository) blob(ctx context.Context, digest string) ([]byte, error) {
	if !ociref.IsValidDigest(digest) {
		return nil, refuse("found the digest %q, want one of files", digest)
	}
	from, err := r.GetBlob(ctx, r.Repository, ociregistry.Digest(digest))
	if err != nil {
		return nil, err
	}
	data, err := readMost(from, mostBundle)
	if is := digestOf(data); err == nil && is != digest {
		err = refuse("found files of %s, want %s", is, digest)
	}
	return data, err
}

// readMost reads everything and closes it, and fails above most bytes.
func readMost(from io.ReadCloser, most int64) ([]byte, error) {
	defer from.Close()
	data, err := io.ReadAll(io.LimitReader(from, most+1))
	if err == nil && int64(len(data)) > most {
		err = refuse("found more than %d bytes, want at most that", most)
	}
	return data, err
}

// A part is a blob that a manifest lists.
type part struct {
	kind string
	data []byte
}

// push uploads parts and a manifest that lists them, and gives it the tags. The first part is the
// manifest's config.
func (r *repository) push(ctx context.Context, notes map[string]string, tags []string, parts ...part) (digest string, err error) {
	m := ociregistry.Manifest{MediaType: manifestKind, Annotations: notes, Layers: []ociregistry.Descriptor{}}
	m.SchemaVersion = 2
	for i, p := range parts {
		desc := ociregistry.Descriptor{MediaType: p.kind, Digest: ociregistry.Digest(digestOf(p.data)), Size: int64(len(p.data))}
		if _, err := r.PushBlob(ctx, r.Repository, desc, bytes.NewReader(p.data)); err != nil {
			return "", err
		}
		if i == 0 {
			m.Config = desc
		} else {
			m.Layers = append(m.Layers, desc)
		}
	}
	data, err := json.Marshal(m)
	if err != nil {
		return "", err
	}
	for _, tag := range tags {
		if _, err := r.PushManifest(ctx, r.Repository, tag, data, manifestKind); err != nil {
			return "", fmt.Errorf("tag %s: %w", tag, err)
		}
	}
	return digestOf(data), nil
}

// manifestKind is the media type of manifests.
const manifestKind = "application/vnd.oci.image.manifest.v1+json"

// missing reports whether a registry answered that it doesn't have what was asked for.
func missing(err error) bool {
	var said ociregistry.HTTPError
	return errors.As(err, &said) && said.StatusCode() == http.StatusNotFound
}

// unreached reports whether an error says that nobody answered, or that a server said to ask again
// later. A server whose certificate isn't trusted did answer.
func unreached(err error) bool {
	var said ociregistry.HTTPError
	if errors.As(err, &said) {
		return slices.Contains(later, said.StatusCode())
	}
	var on *net.OpError
	if errors.As(err, &on) && on.Op == "remote error" { // an alert, as crypto/tls reports it
		return false
	}
	var is *offline
	var at *url.Error
	return on != nil || errors.As(err, &is) || errors.As(err, &at) && (at.Timeout() || errors.Is(at, io.EOF)) || errors.Is(err, io.ErrUnexpectedEOF)
}

// later are the status codes of a server that says to ask again.
var later = []int{http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout}
