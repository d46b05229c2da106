package hook

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ParseArgs parses the command line of bchook or, after the word hook, of bcrules. On an error it
// returns the options before it, and whether the line is for closed hooks.
func ParseArgs(args []string) (o Options, err error) {
	o.Closed = SaysClosed(args)
	if len(args) > 0 && args[0] == "hook" { // so that one registered line works with both binaries
		args = args[1:]
	}
	for len(args) > 0 {
		name, value, joined := strings.Cut(args[0], "=")
		args = args[1:]
		if name == Behind || name == ManagedFlag {
			o.Behind, o.Managed = o.Behind || name == Behind, o.Managed || name == ManagedFlag
			continue
		}
		if SaysClosed([]string{name}) {
			if _, err := strconv.ParseBool(value); joined && err != nil {
				return o, fmt.Errorf("found %s=%s, want %s", name, value, ClosedFlag)
			}
			continue
		}
		flag := strings.TrimPrefix(strings.TrimPrefix(name, "-"), "-")
		if flag == name || !slices.Contains([]string{"agent", "event", "rules", "only", "within", OwnFlag[2:]}, flag) {
			return o, fmt.Errorf("found %s, want --closed, --managed, --own, --agent, --event, --rules, --only or --within", name)
		}
		if !joined {
			if len(args) == 0 {
				return o, fmt.Errorf("found %s without a value, want one", name)
			}
			value, args = args[0], args[1:]
		}
		switch flag {
		case "agent":
			o.Agent = value
		case "event":
			o.Event = value
		case "rules":
			o.Rules = append(o.Rules, value)
		case "only":
			o.Only = value
		case OwnFlag[2:]:
			if o.Own = value; !filepath.IsAbs(value) {
				return o, fmt.Errorf("found %s %q, want the full path of a folder", OwnFlag, value)
			}
		default:
			if o.Within, err = time.ParseDuration(value); err != nil || o.Within <= 0 {
				return o, fmt.Errorf("found --within %s, want a duration such as 8s", value)
			}
		}
	}
	return o, nil
}
