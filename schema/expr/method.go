package expr

import (
	"fmt"

	"github.com/expr-lang/expr/ast"
)

// methods maps methods of Go's times and durations to their equivalents in rules. The methods would
// work, as facts have no types when a rule runs, but rules would depend on undocumented behaviour.
var methods = map[string]string{
	"Format": "format(TIME, '%Y-%m-%d')", "Unix": "int(format(TIME, '%s'))", "UnixMilli": "int(format(TIME, '%s%L'))",
	"Year": "int(format(TIME, '%Y'))", "Month": "int(format(TIME, '%m'))", "Day": "int(format(TIME, '%d'))", "Weekday": "int(format(TIME, '%u'))",
	"Hour": "int(format(TIME, '%H'))", "Minute": "int(format(TIME, '%M'))", "Second": "int(format(TIME, '%S'))",
	"Seconds": "seconds(DURATION)", "Minutes": "seconds(DURATION) / 60", "Hours": "seconds(DURATION) / 3600",
	"Sub": "TIME - TIME", "Add": "TIME + DURATION", "Before": "TIME < TIME", "After": "TIME > TIME", "Equal": "TIME == TIME",
	"UTC": "format(TIME, LAYOUT, 'UTC')", "Local": "the time without it", "String": "string(VALUE)",
}

// checkMethods refuses the methods of Go's types in an expression.
func checkMethods(src string) error {
	var fault error
	read(src).walk(func(n ast.Node) {
		call, ok := n.(*ast.CallNode)
		if !ok || fault != nil {
			return
		}
		member, ok := call.Callee.(*ast.MemberNode)
		if !ok {
			return
		}
		if name, ok := member.Property.(*ast.StringNode); ok && methods[name.Value] != "" {
			fault = &SourceError{Offset: byteOffset(src, member.Property.Location().From), Msg: fmt.Sprintf("found .%s(…), want %s", name.Value, methods[name.Value])}
		}
	})
	return fault
}
