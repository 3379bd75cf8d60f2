internal import Foundation
internal import Primitives
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A new directory of our own, which goes with this value.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws(DatabaseError) {
        var template = Array((NSTemporaryDirectory() + "/gatehouse-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw DatabaseError(.cannotOpen, "no temporary directory can be made in \(NSTemporaryDirectory())")
        }
        path = String(own: template.dropLast().map(UInt8.init(bitPattern:)))
    }

    deinit { remove() }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
