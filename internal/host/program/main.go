// Command program draws what the cells of a kernel show; the first of them starts
// it. It ends by itself when nothing was shown for a while, and with the kernel.
//
//	program SOCKET
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"locklab/internal/host"
)

// idle is how long it waits for the next view. Starting it again takes a moment.
const idle = 5 * time.Minute

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: program SOCKET; a cell that shows something calls this")
		os.Exit(2)
	}
	signal.Ignore(syscall.SIGINT, syscall.SIGHUP) // meant for the cell
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if err := host.Serve(ctx, os.Args[1], idle); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
