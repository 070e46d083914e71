package proc

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

func parentDies(attr *syscall.SysProcAttr, sig syscall.Signal) { attr.Pdeathsig = sig }

// zombie reads the state that follows the parenthesised name in /proc/PID/stat.
func zombie(pid int) bool {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return false
	}
	_, state, _ := bytes.Cut(b[bytes.LastIndexByte(b, ')')+1:], []byte(" "))
	return bytes.HasPrefix(state, []byte("Z"))
}
