package test

import (
	"fmt"
	"strings"
	"time"

	"github.com/jstemmer/go-junit-report/v2/junit"
)

// JUnit returns the report as a test suite. display turns the path of a file into one for people.
func (r Report) JUnit(display func(file string) string) junit.Testsuite {
	suite := junit.Testsuite{Name: r.Name(display), Time: seconds(r.Took)}
	for _, res := range r.Results {
		pos := res.Test.Pos
		pos.File = display(pos.File)
		c := junit.Testcase{Name: res.Test.Name, Classname: suite.Name, Time: seconds(res.Took)}
		if !res.Passed() {
			var lines []string
			for _, f := range res.Failures {
				lines = append(lines, f.String())
			}
			c.Failure = &junit.Result{Message: lines[0], Data: fmt.Sprintf("%s, step %d\n%s\ngot %s\n", pos, res.Step, strings.Join(lines, "\n"), res.Reply)}
		}
		suite.AddTestcase(c)
	}
	return suite
}

// Unreadable returns the test suite of a rule set with faults.
func Unreadable(name string, faults []string) junit.Testsuite {
	suite := junit.Testsuite{Name: name, Time: seconds(0)}
	suite.AddTestcase(junit.Testcase{Name: "rules", Classname: name,
		Error: &junit.Result{Message: faults[0], Data: strings.Join(faults, "\n")}})
	return suite
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }
