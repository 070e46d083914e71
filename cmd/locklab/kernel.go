package main

import (
	"context"
	"flag"
	"strconv"

	"locklab/internal/kernel"
)

func kernelCommand() command {
	guard := false
	return command{
		name:  "kernel",
		args:  "CONNECTION_FILE",
		short: "the Go kernel of a notebook; Jupyter calls this",
		long: `
Becomes the Go kernel (gonb) of one notebook, with the clone's tools, modules and
build flags, wherever it is started. Jupyter's kernel.json names this command; to
start it by hand, pass the connection file that a Jupyter client wrote.

When the kernel or its client ends, however it ends, nothing of it is left
running, and its temporary folder is removed.`,
		flags: func(fs *flag.FlagSet) {
			fs.BoolVar(&guard, "guard", false, "end what is left when a kernel ends; the kernel starts this itself, with KERNEL_PID CLIENT_PID FOLDER")
		},
		run: func(_ context.Context, args []string) error {
			if guard {
				if len(args) != 3 {
					return usagef("kernel -guard: want KERNEL_PID CLIENT_PID FOLDER")
				}
				k, err := strconv.Atoi(args[0])
				if err != nil {
					return usageError{err}
				}
				client, err := strconv.Atoi(args[1])
				if err != nil {
					return usageError{err}
				}
				kernel.Guard(k, client, args[2])
				return nil
			}
			if len(args) != 1 {
				return usagef("kernel: want the connection file of a Jupyter client")
			}
			return kernel.Start(args[0])
		},
	}
}
