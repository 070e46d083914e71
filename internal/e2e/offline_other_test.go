//go:build !linux

package e2e

import (
	"errors"
	"syscall"
)

func plain() *syscall.SysProcAttr { return nil }

func namespaces() []*syscall.SysProcAttr { return nil }

var errStage = errors.New("only Linux has this stage")

func enterTests() error { return errStage }

func loopback() error { return errStage }
