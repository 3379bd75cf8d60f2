internal import Foundation
internal import Glibc

/// A file system in memory that is soon full. Making one needs root's rights.
package final class SmallVolume: Sendable {
    /// Whether one can be made here.
    package static let canBeMade: Bool = {
        guard let volume = try? SmallVolume(bytes: 1 << 20) else { return false }
        volume.remove()
        return true
    }()

    /// The directory that it is.
    package let path: String

    /// - Parameter bytes: how much it holds.
    package init(bytes: Int) throws {
        path = FileManager.default.temporaryDirectory.path + "/sv-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(bytes)") == 0 else {
            try? FileManager.default.removeItem(atPath: path)
            throw POSIXError(.EPERM)
        }
    }

    /// Fills it to the last byte.
    package func fill() throws {
        let descriptor = open(path + "/ballast", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard descriptor >= 0 else { throw POSIXError(.EIO) }
        defer { close(descriptor) }
        let bytes = [UInt8](repeating: 0, count: 1 << 16)
        while write(descriptor, bytes, bytes.count) > 0 {}
    }

    /// Gives back what it was filled with.
    package func empty() throws { try FileManager.default.removeItem(atPath: path + "/ballast") }

    /// Removes it, with all that it holds.
    package func remove() {
        umount2(path, Int32(MNT_DETACH))
        try? FileManager.default.removeItem(atPath: path)
    }
}
