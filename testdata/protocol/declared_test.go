package protocol

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

const hooks = `
/** export declare type LooseHookInput = BaseHookInput & { none: string }; */
export declare type BaseHookInput = {
    cwd: string; // "quoted"
    effort?: {
        level: string;
    };
};
export declare type PreHookInput = (BaseHookInput & {
    hook_event_name: 'Pre';
}) & {
    /** a 'text' of { these }: */
    source: 'a' | 'b' | null;
    reason?: Reason;
    calls: Call[];
    any: Record<string, Array<{ no: 'no' }>>;
    list: readonly ['x', 'y'];
};
export declare type Call = { id: string };
declare type Hidden = 'h';
export declare type Reason = 'c' | Hidden;
export declare type PreHookSpecificOutput = {
    hookEventName: 'Pre';
    decision: {
        behavior: 'allow';
        input?: { [k: string]: unknown };
    } | {
        behavior: 'deny';
        message?: string;
    };
};
export declare type SyncHookJSONOutput = {
    continue?: boolean;

};
`

const tools = `
export interface FileReadInput {
  path: string;
  "-n"?: 1 | 2;
  [k: string]: unknown;
}
export interface McpInput {}
`

// The client's declarations are read as meant: names, and possible texts.
func TestDeclared(t *testing.T) {
	for _, test := range []struct {
		of   map[string]bool
		want string
	}{
		{declarationsOf(hooks).lines(), `
Pre
Pre: field any
Pre: field calls
Pre: field list
Pre: field reason
Pre: field reason is c
Pre: field source
Pre: field source is a
Pre: field source is b
Pre: output hookSpecificOutput.decision.behavior
Pre: output hookSpecificOutput.decision.behavior is allow
Pre: output hookSpecificOutput.decision.behavior is deny
Pre: output hookSpecificOutput.decision.input
Pre: output hookSpecificOutput.decision.message
every event: field cwd
every event: field effort
every event: field hook_event_name
every reply: output continue`},
		{declarationsOf(tools).tools(), `
tool Read
tool Read: input -n
tool Read: input path`},
	} {
		if got := "\n" + strings.Join(slices.Sorted(maps.Keys(test.of)), "\n"); got != test.want {
			t.Errorf("found%s\nwant%s", got, test.want)
		}
	}
}

// The difference is the lines that only one side has. If only one side has an event, it is that
// event's line alone.
func TestDiffer(t *testing.T) {
	side := func(names ...string) map[string]bool {
		all := lines{}
		all.add("", names)
		return all
	}
	got := differ(
		side("Pre", "Pre: field a", "Pre: field b", "New", "New: field x", "every event: field c"),
		side("Pre", "Pre: field a", "Pre: field d", "Old", "Old: field x"))
	slices.Sort(got)
	want := []string{"client only: New", "client only: Pre: field b", "client only: every event: field c", "table only: Old", "table only: Pre: field d"}
	if !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}
