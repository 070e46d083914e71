package e2e

import (
	"errors"
	"net"
	"os"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// The other tests prove that the lesson needs no network only if there is none.
func TestNetworkIsCutOff(t *testing.T) {
	if why := os.Getenv(onlineVar); why != "" {
		if runtime.GOOS == "linux" {
			t.Fatalf("the other tests ran with a network: %s", why)
		}
		t.Skip(why) // where the system has no namespaces
	}
	// Addresses of the blocks for documentation, RFC 5737 and RFC 3849.
	for _, address := range []string{"192.0.2.1:443", "[2001:db8::1]:443"} {
		start := time.Now()
		conn, err := net.DialTimeout("tcp", address, 5*time.Second)
		if err == nil {
			conn.Close()
		}
		if !errors.Is(err, syscall.ENETUNREACH) {
			t.Errorf("dial %s: %v after %v, want %v at once", address, err, time.Since(start).Round(time.Millisecond), syscall.ENETUNREACH)
		}
	}

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	conn, err := net.DialTimeout("tcp", listener.Addr().String(), 5*time.Second)
	if err != nil {
		t.Fatalf("loopback: %v", err)
	}
	conn.Close()
}
