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
	return s.forget()
}

// swap has what lies in DIR-bundles/new be the rules, and makes their plan. Where there is none to be
// made, all is as it was.
func (s *site) swap(ctx context.Context, to *held.Bundle, how Swap) error {
	if err := s.carry(); err != nil {
		return err
	}
	if err := readable(s.side(newName)); err != nil {
		return err
	}
	_, err := os.Lstat(s.Dir)
	how.To, how.First = to.Digest, files.Absent(err)
	s.State.Swap = &how
	if err := s.save(); err != nil {
		return err
	}
	toDisk()
	if how.First {
		err = os.Rename(s.side(newName), s.Dir)
	} else {
		err = exchange(s.side(newName), s.Dir)
	}
	if err != nil {
		s.forget()
		return fmt.Errorf("%s: found no way to put other rules in its place in one step: %w", s.Dir, err)
	}
	return s.finish(ctx, to)
}

// finish has the rules that were put in their place be in force, and keeps what they took it from. If
// that can't be, it puts those back.
func (s *site) finish(ctx context.Context, to *held.Bundle) error {
	err := s.plan(ctx, to)
	if err == nil {
		return s.keep()
	}
	var wrong error
	if s.State.Swap.First {
		wrong = os.Rename(s.Dir, s.side(newName))
	} else {
		wrong = exchange(s.side(newName), s.Dir)
	}
	if wrong != nil {
		return fmt.Errorf("%w (and what held holds by its plan alone: %v)", err, wrong)
	}
	return errors.Join(err, s.forget())
}

// forget takes a swap that wasn't done for none. What was kept is so again.
func (s *site) forget() error {
	from, err := s.State.Swap.From, error(nil)
	if from == "" {
		err = os.RemoveAll(s.side(newName))
	} else {
		err = os.Rename(s.side(newName), s.side(from))
	}
	if err != nil {
		return err
	}
	s.State.Swap = nil
	return s.save()
}

// plan has the rules in the folder be in force.
func (s *site) plan(ctx context.Context, b *held.Bundle) error {
	if s.Organisation {
		if err := compiled(ctx); err != nil {
			return err
		}
	}
	if s.State.By = compiler(); s.State.Compiled != b.Digest {
		s.State.Compiled, s.State.Since = b.Digest, time.Now().UTC().Truncate(time.Second)
	}
	return s.save()
}

// keep keeps what went out of force, and forgets what did so long ago.
func (s *site) keep() error {
	was := s.State.Swap.Was
	at := s.side(newName)
	if _, err := os.Lstat(at); was != nil && err == nil {
		if was.Name == held.ByHand.Digest {
			if err := held.ByHand.Write(at); err != nil {
				return err
			}
		}
		if err := os.RemoveAll(s.side(was.Name)); err != nil {
			return err
		}
		if err := os.Rename(at, s.side(was.Name)); err != nil {
			return err
		}
		s.State.Kept = append(slices.DeleteFunc(s.State.Kept, func(k Kept) bool { return k.Name == was.Name }), *was)
	}
	s.State.Kept = slices.DeleteFunc(s.State.Kept, func(k Kept) bool { return k.Name == s.State.Swap.From })
	for len(s.State.Kept) > keeps-1 {
		if err := os.RemoveAll(s.side(s.State.Kept[0].Name)); err != nil {
			return err
		}
		s.State.Kept = s.State.Kept[1:]
	}
	s.State.Swap = nil
	if err := s.save(); err != nil {
		return err
	}
	return os.RemoveAll(at)
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
