package fleet

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bcrules.dev/cmd/fleet/held"
	"bcrules.dev/engine/files"
)

// unfinished ends a swap that another process began: done, or not.
func (s *site) unfinished(ctx context.Context) error {
	was := s.State.Swap
	if was == nil {
		return os.RemoveAll(s.side(newName))
	}
	now, err := s.holds()
	if err != nil {
		return err
	}
	if now != nil && now.Digest == was.To {
		return s.finish(ctx, now)
	}
	return s.forget(ctx)
}

// swap has what lies in DIR-bundles/new, or in the kept folder, be the rules, and makes their plan.
// Where there is none to be made, all is as it was. What is to come is written down before anything
// moves.
func (s *site) swap(ctx context.Context, to *held.Bundle, how Swap) error {
	_, err := os.Lstat(s.Dir)
	how.To, how.First = to.Digest, files.Absent(err)
	s.State.Swap = &how
	if err := s.save(); err != nil {
		return err
	}
	if err := s.ready(how.From); err != nil {
		return errors.Join(err, s.forget(ctx))
	}
	toDisk()
	if err := s.exchange(); err != nil {
		return errors.Join(err, s.forget(ctx))
	}
	return s.finish(ctx, to)
}

// ready has what is to be the rules lie in DIR-bundles/new, as all are to find it.
func (s *site) ready(from string) error {
	if from != "" {
		if err := os.Rename(s.side(from), s.side(newName)); err != nil {
			return err
		}
	}
	if err := s.carry(); err != nil {
		return err
	}
	return readable(s.side(newName))
}

// exchange has the rules and what lies in DIR-bundles/new take each other's place, or goes back.
func (s *site) exchange() (err error) {
	_, absent := os.Lstat(s.Dir)
	switch {
	case !s.State.Swap.First:
		err = exchange(s.side(newName), s.Dir)
	case files.Absent(absent):
		err = os.Rename(s.side(newName), s.Dir)
	default:
		err = os.Rename(s.Dir, s.side(newName))
	}
	if err != nil {
		err = fmt.Errorf("%s: found no way to put other rules in its place in one step: %w", s.Dir, err)
	}
	return err
}

// finish has the rules that were put in their place be in force, and keeps what they took it from. If
// that can't be, it puts those back.
func (s *site) finish(ctx context.Context, to *held.Bundle) error {
	err := s.plan(ctx, to)
	if err == nil {
		return s.keep(to)
	}
	if wrong := s.exchange(); wrong != nil {
		return fmt.Errorf("%w (and what held holds by its plan alone: %v)", err, wrong)
	}
	return errors.Join(err, s.forget(ctx))
}

// restoring is how long the plan of what held before may take.
const restoring = time.Minute

// forget takes a swap that wasn't done for none. What was kept is so again, and what held has its plan
// again, as another may have been made before.
func (s *site) forget(ctx context.Context) (err error) {
	if from := s.State.Swap.From; from == "" {
		err = os.RemoveAll(s.side(newName))
	} else if err = os.Rename(s.side(newName), s.side(from)); files.Absent(err) { // it was done, or never moved
		err = nil
	}
	if err != nil {
		return err
	}
	first := s.State.Swap.First
	s.State.Swap, s.State.Compiled = nil, ""
	if !first {
		now, wrong := s.holds()
		if err = wrong; err == nil {
			ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), restoring) // this one may be over
			defer stop()
			err = s.plan(ctx, now)
		}
	}
	return errors.Join(err, s.save())
}

// plan has the rules in the folder be in force, nil where they are from no bundle.
func (s *site) plan(ctx context.Context, b *held.Bundle) error {
	if s.Organisation {
		if err := compiled(ctx); err != nil {
			return err
		}
	}
	s.State.By, s.State.Compiled = compiler(), ""
	if b != nil {
		s.State.Compiled = b.Digest
	}
	return nil
}

// keep keeps what went out of force, forgets what did so long ago, and notes what is in force.
func (s *site) keep(now *held.Bundle) error {
	how, at := s.State.Swap, s.side(newName)
	if was := how.Was; was != nil {
		if err := s.aside(at, was); err != nil {
			return err
		}
	}
	s.State.Kept = slices.DeleteFunc(s.State.Kept, func(k Kept) bool { return k.Name == how.From })
	for len(s.State.Kept) > keeps-1 {
		if err := os.RemoveAll(s.side(s.State.Kept[0].Name)); err != nil {
			return err
		}
		s.State.Kept = s.State.Kept[1:]
	}
	s.State.Since, s.State.Left, s.State.Swap = time.Now().UTC().Truncate(time.Second), how.Left, nil
	if now.Serial > 0 {
		s.State.Serial, s.State.Module = max(s.State.Serial, now.Serial), now.Module
	}
	if err := s.save(); err != nil {
		return err
	}
	return os.RemoveAll(at)
}

// aside puts what went out of force where it is kept, unless a process before did.
func (s *site) aside(at string, was *Kept) error {
	to := s.side(was.Name)
	if _, err := os.Lstat(at); err == nil {
		if was.Name == held.ByHand.Digest {
			if err := held.ByHand.Write(at); err != nil {
				return err
			}
		}
		if err := os.RemoveAll(to); err != nil {
			return err
		}
		if err := os.Rename(at, to); err != nil {
			return err
		}
	}
	if _, err := os.Lstat(to); err == nil {
		s.State.Kept = append(slices.DeleteFunc(s.State.Kept, func(k Kept) bool { return k.Name == was.Name }), *was)
	}
	return nil
}

// asKept returns how what is in force will be kept.
func (s *site) asKept(now *held.Bundle) *Kept {
	k := &Kept{Name: held.ByHand.Digest, Until: time.Now().UTC().Truncate(time.Second)}
	if now != nil && now.Serial > 0 {
		k.Name = fmt.Sprintf("%d-%s", now.Serial, strings.TrimPrefix(held.Short(now.Digest), "sha256:"))
	}
	return k
}

func (s *site) side(name string) string { return filepath.Join(s.Side, filepath.Base(name)) }

// ofMachine is the folder in the rules' that is the machine's own: which agents have a hook of the
// administrator's.
const ofMachine = "managed"

// carry takes what is the machine's own over into what is new.
func (s *site) carry() error {
	from, to := filepath.Join(s.Dir, ofMachine), filepath.Join(s.side(newName), ofMachine)
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	if _, err := os.Lstat(from); files.Absent(err) {
		return nil
	}
	return os.CopyFS(to, os.DirFS(from))
}

// readable has all read what is in a folder: of rules not only their plan is read.
func readable(dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.Chmod(path, 0o755)
		}
		return os.Chmod(path, 0o644)
	})
}
