package full

import (
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestReach(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RequestURI() == "/missing?x=1" {
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)                         // after the parallel subtests, as a defer would not be
	silent, err := net.Listen("tcp", "127.0.0.1:0") // takes connections and says nothing
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { silent.Close() })
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	tests := []struct {
		name, url string
		want, ok  bool
	}{
		{"answers", server.URL + "/", true, true},
		{"answers that there is nothing", server.URL + "/missing?x=1", true, true},
		{"silent", "http://" + silent.Addr().String(), false, true},
		{"nobody there", "http://" + closed.Addr().String(), false, true},
		{"no such host", "http://nobody.invalid/", false, true},
		{"another protocol", "https://127.0.0.1/", false, false},
		{"no address", "localhost", false, false},
		{"no URL", "http://%zz", false, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := reach(test.url)
			if got != test.want || (err == nil) != test.ok {
				t.Errorf("%s: %t, %v, want %t and ok %t", test.url, got, err, test.want, test.ok)
			}
		})
	}
}
