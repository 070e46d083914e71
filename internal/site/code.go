package site

import (
	"go/doc"
	"go/scanner"
	"go/token"
	"html"
	"strings"
)

// goHTML is a cell's Go as HTML, its words in spans by kind: k for a keyword,
// b for what is predeclared, s for a string, n for a number, c for a comment.
// GoNB's own lines, which start with % or !, are m.
func goHTML(source string) string {
	var b strings.Builder
	span := func(class, text string) {
		if class == "" {
			b.WriteString(html.EscapeString(text))
			return
		}
		b.WriteString(`<span class="` + class + `">` + html.EscapeString(text) + "</span>")
	}
	for line := range strings.Lines(source) {
		if !strings.HasPrefix(line, "%") && !strings.HasPrefix(line, "!") {
			break
		}
		text := strings.TrimSuffix(line, "\n")
		span("m", text)
		b.WriteString(line[len(text):])
		source = source[len(line):]
	}

	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(source))
	s.Init(file, []byte(source), nil, scanner.ScanComments) // what is no Go stays plain
	written := 0
	for {
		pos, kind, text := s.Scan()
		if kind == token.EOF {
			break
		}
		at := file.Offset(pos)
		class := classOf(kind, text)
		// The text of a raw string or a comment lacks its carriage returns.
		if class == "" || at < written || !strings.HasPrefix(source[at:], text) {
			continue
		}
		span("", source[written:at])
		span(class, text)
		written = at + len(text)
	}
	span("", source[written:])
	return b.String()
}

func classOf(kind token.Token, text string) string {
	switch {
	case kind.IsKeyword():
		return "k"
	case kind == token.IDENT && doc.IsPredeclared(text):
		return "b"
	case kind == token.STRING, kind == token.CHAR:
		return "s"
	case kind == token.INT, kind == token.FLOAT, kind == token.IMAG:
		return "n"
	case kind == token.COMMENT:
		return "c"
	}
	return ""
}
