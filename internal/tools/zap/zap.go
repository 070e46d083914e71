// Package zap stands in for go.uber.org/zap where set-up builds gonb. That needs
// zap only for the types of go.lsp.dev/protocol, logs nothing with it, and would
// link an HTTP server for it: most of what there would be to compile.
package zap

// Logger logs nothing.
type Logger struct{}

func NewNop() *Logger { return nil }

func (*Logger) Debug(string, ...Field) {}

func (l *Logger) Named(string) *Logger { return l }

// Field says nothing.
type Field struct{}

func Error(error) Field { return Field{} }
