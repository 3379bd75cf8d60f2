package import Foundations

/// The failure to read a file with users.
package struct UserFileError: PublicError {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    package var code: String { "userFile" }
    package var kind: ErrorKind { .invalid }
}
