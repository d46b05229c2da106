package engine

import (
	"errors"
	"fmt"
	"path/filepath"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/store"
)

// open returns what the keeper needs to open the store. The file is resolved and created like any
// other of the host's, so that no link leads outside its folder.
func (b *Base) open() (*store.Opening, error) {
	if b.host.Blank {
		if b.plan.File == nil && !b.plan.Index {
			return nil, ErrUntrusted
		}
		return Blank(b.name, b.plan), nil
	}
	o := &store.Opening{Name: b.name, Namespace: b.plan.Namespace, Dry: b.host.Overlay != nil}
	var err error
	if o.URL, err = b.filled(b.plan.URL); err != nil {
		return nil, err
	}
	if b.host.Staged() { // staged runs have no network
		o.URL = ""
	}
	switch {
	case o.URL == "":
		if err := b.file(o); err != nil {
			return nil, err
		}
	case !o.Dry: // a dry run asks the server even if it hung before, as a person should see its real state
		o.Hung = host.Bcrules(b.host.Folders().Cache, "hung", files.SHA256(o.URL))
	}
	if !o.Dry && !b.host.Staged() {
		o.Faults = host.Bcrules(b.host.Folders().Cache, "undone", files.SHA256(b.name+" "+o.URL+o.File))
	}
	fill(o, b.plan)
	return o, nil
}

// fill adds what doesn't depend on the store's location.
func fill(o *store.Opening, s *plan.Store) {
	o.ReadOnly, o.Within, o.Statements = s.ReadOnly, s.Within, map[string]store.Statement{}
	text := func(s plan.SQL) string {
		if o.URL != "" {
			return s.Postgres
		}
		return s.SQLite
	}
	for _, part := range s.Schema {
		o.Schema = append(o.Schema, text(part))
	}
	for name, s := range s.Statements {
		st := store.Statement{SQL: text(s.SQL)}
		for _, f := range s.Row {
			if st.Row == nil {
				st.Row = map[string]string{}
			}
			st.Row[f.Name] = f.Type.Kind
		}
		o.Statements[name] = st
	}
}

// Blank returns an opening for an empty store in memory.
func Blank(name string, s *plan.Store) *store.Opening {
	o := &store.Opening{Name: name, Absent: true}
	fill(o, s)
	return o
}

// Role returns an opening that only lets the keeper query the rights of a server's role, without
// schema or statements. It is nil if the store has no server.
func Role(name string, s *plan.Store, facts Table[Fact], h *host.Host) (*store.Opening, error) {
	if s.URL == nil {
		return nil, nil
	}
	o, err := Opening(name, &plan.Store{URL: s.URL, Within: s.Within, ReadOnly: true}, facts, h)
	if errors.Is(err, ErrNowhere) {
		return nil, nil
	}
	return o, err
}

// Opening returns the opening of a store as seen from a host; with an overlay, for a dry run.
func Opening(name string, s *plan.Store, facts Table[Fact], h *host.Host) (*store.Opening, error) {
	c, names := &Call{Event: &plan.Event{}, Host: h}, map[string]any{}
	for _, f := range facts {
		names[f.Name] = f.Of.Ask.bind(c, &memo{})
	}
	return (&Base{name: name, plan: s, host: h, names: names}).open()
}

// file finds the store's file. If absent, it is created with access for its user only, unless the
// store is read-only or the run dry.
func (b *Base) file(o *store.Opening) error {
	p, err := b.place()
	if err != nil {
		return err
	}
	info, err := p.Stat()
	if files.Absent(err) {
		if o.Absent = b.plan.ReadOnly || o.Dry; o.Absent {
			return nil
		}
		if err = p.Folder().MkdirAll(); err == nil {
			err = files.Append(p, nil, 0o600)
		}
		if err == nil {
			info, err = p.Stat()
		}
	}
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular() || !files.Owned(info):
		return fmt.Errorf("%s: found something that is not a file of this user, want one", p.Path())
	}
	o.Root, o.File = p.Inside()
	return nil
}

// place returns where the store's file is. The index lives in bcrules' own folder.
func (b *Base) place() (files.Place, error) {
	path, err := b.filled(b.plan.File)
	if err != nil {
		return files.Place{}, err
	}
	if path == "" && b.host.Staged() {
		path = filepath.Join(b.host.Temp, b.name+".db")
	} else if b.plan.Index {
		path, err = b.host.Index()
		return files.At(path), err
	}
	if path == "" {
		return files.Place{}, ErrNowhere
	}
	return b.host.Common(path)
}

// filled fills in a template; "" if it is nil.
func (b *Base) filled(t plan.Template) (string, error) {
	if t == nil {
		return "", nil
	}
	v, err := t.Fill(b.names)
	return plan.TextOf(v), err
}
