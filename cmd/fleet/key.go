package fleet

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"

	"aead.dev/minisign"
)

const keyHelp = `Makes a key: FILE, the secret one, to publish with, encrypted where $BCFLEET_PASSWORD has a
password, and FILE.pub, which machines verify with. minisign -G does the same.`

func keyCmd() *command {
	return &command{name: "key", args: "FILE", does: "make a key", help: keyHelp, flags: func(*flag.FlagSet) {}, run: makeKey}
}

func makeKey(_ context.Context, out io.Writer, args []string) error {
	if err := wants(args, "FILE"); err != nil {
		return err
	}
	public, secret, err := minisign.GenerateKey(nil)
	if err != nil {
		return err
	}
	text, err := secret.MarshalText()
	if pass := os.Getenv(password); err == nil && pass != "" {
		text, err = minisign.EncryptKey(pass, secret)
	}
	if err != nil {
		return err
	}
	shown, err := public.MarshalText()
	if err != nil {
		return err
	}
	if err := writeNew(args[0], text, 0o600); err != nil {
		return err
	}
	if err := writeNew(args[0]+".pub", append(shown, '\n'), 0o644); err != nil {
		return err
	}
	fmt.Fprintf(out, "wrote %s and %[1]s.pub\n", args[0])
	return nil
}

// writeNew writes a file that isn't there.
func writeNew(name string, data []byte, mode os.FileMode) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
