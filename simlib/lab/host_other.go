//go:build !unix

package lab

import (
	"errors"

	"locklab/simlib/view"
	"locklab/simlib/wire"
)

func drawing(view.View) (wire.Drawing, error) {
	return wire.Drawing{}, errors.New("nothing draws here")
}
