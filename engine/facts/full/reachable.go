package full

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"bcrules.dev/engine"
)

// reachTime is how long a server may take to answer.
const reachTime = time.Second

var reachable = engine.Fact{
	Doc:      "whether a server answers an http:// URL within a second",
	Params:   "url",
	Words:    []engine.Word{{Param: "url", Form: "url"}},
	Connects: "url",
	Full:     true,
	Ask:      engine.Func1[string, bool](answers),
}

func answers(c *engine.Call, address string) (bool, error) {
	if stage := c.Host.Stage; stage != nil && stage.Answers != nil {
		return stage.Answers(address), nil
	}
	return reach(address)
}

// reach speaks the two lines of HTTP itself, as net/http would double the binary.
func reach(address string) (bool, error) {
	u, err := url.Parse(address)
	if err != nil {
		return false, err
	}
	if u.Scheme != "http" || u.Hostname() == "" {
		return false, fmt.Errorf("found %q, want an http:// address", address)
	}
	port := cmp.Or(u.Port(), "80")
	ctx, cancel := context.WithTimeout(context.Background(), reachTime)
	defer cancel()
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), port))
	if err != nil {
		return false, nil
	}
	defer conn.Close()
	deadline, _ := ctx.Deadline()
	conn.SetDeadline(deadline)
	fmt.Fprintf(conn, "GET %s HTTP/1.0\r\nHost: %s\r\nConnection: close\r\n\r\n", u.RequestURI(), u.Host)
	status, _ := bufio.NewReader(conn).ReadString('\n')
	return strings.HasPrefix(status, "HTTP/"), nil
}
