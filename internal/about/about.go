// Package about is what the lesson says of itself: its version, its licences, and
// where its source is. The licences of what it is made with are in NOTICE, which the tests
// of this package write and hold to what is linked and shipped.
package about

import (
	"fmt"
	"regexp"
)

//go:generate go test . -run TestNotice -update

// Version is that of the lesson, by semver.org. It is written here, since a
// program that is built in a clone knows none of its own (debug.ReadBuildInfo
// says "(devel)").
const Version = "0.1.0"

// Author is the name under which the lesson is published, and Licences are its own.
const (
	Author   = "locklab"
	Licences = "Text and figures: CC BY 4.0. Code: Apache-2.0."
)

// address is of the web, in the characters that RFC 3986 allows, without a user
// or a password. A name in other letters than English is written as DNS has it.
var address = regexp.MustCompile(`^https?://` +
	`[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?` +
	`([/?#](%[0-9A-Fa-f]{2}|[A-Za-z0-9._~!$&'()*+,;=:@/?#-])*)?$`)

// CheckSource says why the exported lesson cannot lead its readers to a source.
func CheckSource(source string) error {
	if !address.MatchString(source) {
		return fmt.Errorf("%q: want a web address, such as https://example.org/locklab, without a password or spaces", source)
	}
	return nil
}
