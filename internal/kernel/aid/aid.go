// Package aid is what our kernel does for its reader beyond what gonb's makers
// publish: words that help under those of the compiler, an end to a flood of
// output, module files that come back, and one gopls for all kernels.
//
// Set-up copies this folder into a copy of gonb's source, where
// internal/tools/gonb.patch calls it. It imports the standard library only.
package aid
