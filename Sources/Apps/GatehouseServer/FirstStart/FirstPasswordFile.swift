internal import Foundation
import Primitives

/// The file with the password that the first start makes for the administrator: its owner alone can read it, and it goes at the first
/// sign-in. No log has the password.
package struct FirstPasswordFile: Sendable {
    /// The user who has the password, in the root realm.
    package static let username = Administrator.username

    package let path: String

    package init(in dataDirectory: String) { path = dataDirectory + "/first-password" }

    package var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// The password in the file; nil when there is none.
    var password: Secret? {
        // A file of our own: no byte order mark.
        guard let line = FileManager.default.contents(atPath: path)?.prefix(while: { $0 != UInt8(ascii: "\n") }) else { return nil }
        return Secret(bytes: Array(line))
    }

    /// Writes the password, as a line.
    /// - Throws: `ServerError.badFile` when the file can't be written.
    func write(_ password: Secret) throws(ServerError) {
        // A start that was cut short leaves a password that no longer holds.
        remove()
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw unwritable }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: Data((password.reveal() + "\n").utf8))
            try file.synchronize()
            try file.close()
        } catch {
            throw unwritable
        }
    }

    func remove() { unlink(path) }

    private var unwritable: ServerError { ServerError(.badFile, "\(path), the first password's file, can't be written") }
}
