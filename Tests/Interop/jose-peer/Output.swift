import Foundation

/// Sends what was printed: a pipe is not flushed at the end of a line.
func flushOutput() { fflush(nil) }
