//go:build !unix

package lab

import (
	"errors"

	"locklab/simlib/view"
)

func drawing(view.View) (view.Drawing, error) {
	return view.Drawing{}, errors.New("nothing draws here")
}
