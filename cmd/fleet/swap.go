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

// unfinished completes or undoes a swap that another process left, and clears DIR-bundles/new.
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

// swap puts the rules in DIR-bundles/new, or in a kept folder, into force and compiles them. If they
// can't be compiled, the former rules stay. The state records the swap before anything moves, so that
// another process can end it.
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

// ready prepares the new rules in DIR-bundles/new as everyone is to find them.
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

// exchange swaps the rules with those in DIR-bundles/new; called again, it swaps them back.
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
		err = fmt.Errorf("%s: found no way to replace it in one step: %w", s.Dir, err)
	}
	return err
}

// finish compiles the rules that were put in place, and keeps those that they replaced. If compiling
// fails, it puts the former rules back.
func (s *site) finish(ctx context.Context, to *held.Bundle) error {
	err := s.plan(ctx, to)
	if err == nil {
		return s.keep(to)
	}
	if wrong := s.exchange(); wrong != nil {
		return fmt.Errorf("%w (and the previous rules are in force by their plan alone: %v)", err, wrong)
	}
	return errors.Join(err, s.forget(ctx))
}

// restoring bounds how long compiling the former rules may take.
const restoring = time.Minute

// forget drops a swap that wasn't completed. A kept folder gets its name back, and the rules in force
// are compiled again, as the plan may be that of the new ones.
func (s *site) forget(ctx context.Context) (err error) {
	if from := s.State.Swap.From; from == "" {
		err = os.RemoveAll(s.side(newName))
	} else if err = os.Rename(s.side(newName), s.side(from)); files.Absent(err) { // it was moved back already, or never moved
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
			ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), restoring) // the caller's may be over
			defer stop()
			err = s.plan(ctx, now)
		}
	}
	return errors.Join(err, s.save())
}

// plan compiles the rules if they are the organisation's, and notes their bundle, nil for none.
func (s *site) plan(ctx context.Context, b *held.Bundle) error {
	if s.Organisation {
		if err := ask(ctx, "compile", "--organisation"); err != nil {
			return err
		}
	}
	s.State.By, s.State.Compiled = compiler(), ""
	if b != nil {
		s.State.Compiled = b.Digest
	}
	return nil
}

// keep keeps the rules that were replaced, removes the oldest kept ones, and notes what is in force.
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

// aside moves the replaced rules to where they are kept, unless an earlier process did.
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

// asKept returns how the rules in force will be kept.
func (s *site) asKept(now *held.Bundle) *Kept {
	k := &Kept{Name: held.ByHand.Digest, Until: time.Now().UTC().Truncate(time.Second)}
	if now != nil && now.Serial > 0 {
		k.Name = fmt.Sprintf("%d-%s", now.Serial, strings.TrimPrefix(held.Short(now.Digest), "sha256:"))
	}
	return k
}

func (s *site) side(name string) string { return filepath.Join(s.Side, filepath.Base(name)) }

// ofMachine is the folder among the rules that belongs to the machine: it says with which agents the
// administrator registered a hook.
const ofMachine = "managed"

// carry copies the machine's own folder into the new rules.
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

// readable lets everyone read what is in a folder, as users read not only the plan of the rules.
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
