package facts

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"bcrules.dev/engine"
)

var format = engine.Fact{
	Doc: "a time as text: format(now(), '%Y-%m-%d %H:%M'), in the machine's time zone or in another: format(now(), '%FT%TZ', 'UTC')\n" +
		"%Y %m %d %H %M %S are numbers, %y the year in two digits, %e the day without a zero, %I with %p the hour of twelve; %j is the day of the year, %u the weekday (1 is Monday), %V the week; %a %A %b %B are names; %L milliseconds, %s Unix seconds, %z %Z the zone; %F is %Y-%m-%d, %T is %H:%M:%S, %R is %H:%M, %% a %.",
	Params: "time, layout, [zone]",
	Words:  []engine.Word{{Param: "layout", Form: "layout"}, {Param: "zone", Form: "zone"}},
	Ask:    engine.Plain{Func: formatted},
}

func formatted(t time.Time, layout string, zone ...string) (string, error) {
	if len(zone) > 0 {
		at, err := time.LoadLocation(zone[0])
		if err != nil {
			return "", fmt.Errorf("found zone %q, want UTC, Local or one such as Europe/Berlin", zone[0])
		}
		t = t.In(at)
	}
	var b strings.Builder
	for i := 0; i < len(layout); i++ {
		if layout[i] != '%' {
			b.WriteByte(layout[i])
			continue
		}
		if i++; i == len(layout) {
			return "", fmt.Errorf("found layout %q with %% at its end, want %%%% for a %%", layout)
		}
		part, ok := partOf(t, layout[i])
		if !ok {
			return "", fmt.Errorf("found %%%c in layout %q, want one such as %%Y-%%m-%%d %%H:%%M", layout[i], layout)
		}
		b.WriteString(part)
	}
	return b.String(), nil
}

// goLayouts are Go's layouts by the letters of strftime(3).
var goLayouts = [128]string{
	'Y': "2006", 'm': "01", 'd': "02", 'H': "15", 'M': "04", 'S': "05", 'j': "002", 'a': "Mon", 'A': "Monday", 'b': "Jan", 'B': "January",
	'I': "03", 'p': "PM", 'y': "06", 'e': "_2", 'z': "-0700", 'Z': "MST", 'F': time.DateOnly, 'T': time.TimeOnly, 'R': "15:04",
}

// partOf formats one letter of a layout.
func partOf(t time.Time, letter byte) (part string, ok bool) {
	if letter < 128 && goLayouts[letter] != "" {
		return t.Format(goLayouts[letter]), true
	}
	switch letter {
	case 'u':
		return strconv.Itoa(int(t.Weekday()+6)%7 + 1), true
	case 'V':
		_, week := t.ISOWeek()
		return fmt.Sprintf("%02d", week), true
	case 'L':
		return fmt.Sprintf("%03d", t.Nanosecond()/1e6), true
	case 's':
		return strconv.FormatInt(t.Unix(), 10), true
	case '%':
		return "%", true
	}
	return "", false
}

var at = engine.Fact{
	Doc:    "Unix seconds, a number or text, as a time: now() - at(json('x.json').timestamp) > duration('1h')",
	Params: "seconds",
	Words:  []engine.Word{{Param: "seconds", Form: "unix"}},
	Ask:    engine.Plain{Func: timeOf},
}

// mostSeconds is the last second of the year 9999.
const mostSeconds = 253402300799

func timeOf(seconds any) (time.Time, error) {
	n, ok := number(seconds)
	if text, isText := seconds.(string); isText {
		var err error
		n, err = strconv.ParseFloat(strings.TrimSpace(text), 64)
		ok = err == nil
	}
	if !ok || !(math.Abs(n) <= mostSeconds) {
		return time.Time{}, fmt.Errorf("found %v, want Unix seconds", engine.Shown(seconds))
	}
	whole, part := math.Modf(n)
	return time.Unix(int64(whole), int64(part*1e9)), nil
}
