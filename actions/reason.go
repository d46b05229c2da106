package actions

import (
	"fmt"
	"strconv"

	"bcrules.dev/engine"
)

// reasonArgs defines the arguments of a decision. deny and ask share it, so that a rule can use
// either and leave open which.
const reasonArgs = `string & !="" | close({
	reason!: string & !="" // for the model, where the call is refused
	question?: string & !="" // for the user, where they are asked: what is said in its place
	message?: string // for the user, beside a refusal
	weight?: int & >=0 | =~#"(?s)^\$\{.*\}$"# // of the reasons that have one the heaviest alone is said, and how many more there are
	frees?: close({under!: [...string], key!: string, path?: bool}) // what lets it through: KEY: true in a struct among what is set of its pack, by the names that lead there, and the key is a path if it is one; bcrules except writes it
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

// refusal returns the reason of a refusal.
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
