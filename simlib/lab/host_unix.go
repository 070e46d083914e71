//go:build unix

package lab

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"locklab/simlib/view"
	"locklab/simlib/wire"
)

// The kernel names the program that draws and the socket on which it listens.
const (
	hostProgram = "LOCKLAB_HOST"
	hostSocket  = "LOCKLAB_HOST_SOCKET"
)

// drawing has a view drawn by the kernel's host, which the first view starts.
// Package net would make each cell link longer; a socket needs little of it.
func drawing(v view.View) (d wire.Drawing, err error) {
	program, socket := os.Getenv(hostProgram), os.Getenv(hostSocket)
	if program == "" || socket == "" {
		return d, errors.New("this kernel has nothing that draws: start JupyterLab by `go run ./cmd/locklab`")
	}
	sent, err := wire.Send(v)
	if err != nil {
		return d, err
	}
	answer, err := ask(socket, sent)
	if err != nil { // it is not there, or has just gone
		if err := start(program, socket); err != nil {
			return d, fmt.Errorf("what draws the charts does not start: %w: run `go run ./cmd/locklab` in the clone", err)
		}
		if answer, err = ask(socket, sent); err != nil {
			return d, fmt.Errorf("what draws the charts ended too soon (%w): run the cell again", err)
		}
	}
	if err := gob.NewDecoder(bytes.NewReader(answer)).Decode(&d); err != nil {
		return d, fmt.Errorf("what draws the charts ended too soon (%w): run the cell again", err)
	}
	if d.Error != "" {
		return d, errors.New(d.Error)
	}
	return d, nil
}

// ask sends a message and returns the answer.
func ask(socket string, message []byte) ([]byte, error) {
	conn, err := dial(socket)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if _, err := conn.Write(message); err != nil {
		return nil, err
	}
	if err := syscall.Shutdown(int(conn.Fd()), syscall.SHUT_WR); err != nil {
		return nil, err
	}
	answer, err := io.ReadAll(conn)
	if err == nil && len(answer) == 0 {
		err = io.ErrUnexpectedEOF
	}
	return answer, err
}

func dial(socket string) (*os.File, error) {
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		return nil, os.NewSyscallError("socket", err)
	}
	syscall.CloseOnExec(fd)
	if err := syscall.Connect(fd, &syscall.SockaddrUnix{Name: socket}); err != nil {
		syscall.Close(fd)
		return nil, os.NewSyscallError("connect", err)
	}
	return os.NewFile(uintptr(fd), socket), nil
}

// start starts the host, apart from this cell, and waits until it listens.
func start(program, socket string) error {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer null.Close()
	host, err := os.StartProcess(program, []string{program, socket}, &os.ProcAttr{
		Files: []*os.File{null, null, null}, // the kernel waits for who holds the cell's
		Sys:   &syscall.SysProcAttr{Setsid: true},
	})
	if err != nil {
		return err
	}
	defer host.Release()
	const patience = 10 * time.Second
	for began := time.Now(); time.Since(began) < patience; time.Sleep(2 * time.Millisecond) {
		if conn, err := dial(socket); err == nil {
			return conn.Close()
		}
		if ended, _ := syscall.Wait4(host.Pid, nil, syscall.WNOHANG, nil); ended == host.Pid {
			return fmt.Errorf("%s ended at once", program)
		}
	}
	return fmt.Errorf("%s does not listen after %s", program, patience)
}
