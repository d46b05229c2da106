package actions

import (
	"fmt"
	"strconv"

	"bcrules.dev/engine"
)

// reasonArgs defines the arguments of a decision. deny and ask share it, so that an author can
// change one into the other.
const reasonArgs = `string & !="" | close({
	reason!: string & !="" // for the model if the call is refused
	question?: string & !="" // for the user if they are asked, instead of the reason
	message?: string // for the user, in addition to a refusal
	weight?: int & >=0 | =~#"(?s)^\$\{.*\}$"# // of the weighted reasons only the heaviest is given, with the number of the others
	frees?: close({under!: [...string], key!: string, path?: bool}) // the exception that lets the call through, which bcrules except writes: KEY: true in a struct of the pack's settings, by the names that lead there; path says that the key is a path
})`

// A reason has the arguments of a decision. frees is only for display in a trace.
type reason struct{ Reason, Question, Message, Weight engine.Text }

// Take implements engine.Taker.
func (r *reason) Take(args any) {
	m, ok := args.(map[string]any)
	if !ok {
		r.Reason.Take(args)
		return
	}
	r.Reason.Take(m["reason"])
	r.Question.Take(m["question"])
	r.Message.Take(m["message"])
	r.Weight.Take(m["weight"])
}

// reasonOf returns the reason, or if its template was empty, the name of the hook: without any the
// model can't tell what to do instead.
func reasonOf(c *engine.Call, reason engine.Text) string {
	if reason == "" {
		return "The hook " + c.Hook + " says so, and gives no reason."
	}
	return string(reason)
}

// refusal returns the arguments as a reason.
func (r reason) refusal(c *engine.Call) (engine.Reason, error) {
	why := engine.Reason{Text: reasonOf(c, r.Reason), Beside: engine.Beside{Output: "message", Text: string(r.Message)}}
	if r.Weight == "" {
		return why, nil
	}
	var err error
	if why.Weight, err = strconv.Atoi(string(r.Weight)); err != nil {
		return why, fmt.Errorf("found weight %q, want a whole number", r.Weight)
	}
	return why, nil
}
