import Foundation
package import Primitives
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
package import Musl
#endif

/// The file that keeps the master keys, one a line in base64, the one that seals first. To rotate, put a new line on top.
package struct MasterKeyFile: Sendable {
    /// The path of the file.
    package let path: String

    package init(path: String) { self.path = path }

    /// Reads the keys. When there is no file, makes one with a new key, readable by its owner only.
    ///
    /// - Throws: ``SealError/Code/exposedKeyFile`` when others may read it, `.keyFile` or `.malformedKey`.
    package func keys(_ random: some RandomSource) throws(SealError) -> MasterKeyRing {
        guard FileManager.default.fileExists(atPath: path) else { return MasterKeyRing(try create(random)) }
        try checkMode()
        guard let data = FileManager.default.contents(atPath: path) else { throw failure("can't be read") }
        do { return try MasterKeyRing(parsing: String(foreign: ByteOrderMark.skipped(in: data)) ?? "") } catch {
            throw SealError(error.code, "\(path): \(error.reason)")
        }
    }

    private func checkMode() throws(SealError) {
        let target = URL(filePath: path).resolvingSymlinksInPath().path
        guard let mode = (try? FileManager.default.attributesOfItem(atPath: target))?[.posixPermissions] as? NSNumber else {
            throw failure("can't be read")
        }
        guard mode.intValue & 0o077 == 0 else {
            throw SealError(.exposedKeyFile, "others than its owner may use \(path), the master key; chmod 600 it")
        }
    }

    /// Makes the file whole or not at all, and never over another.
    private func create(_ random: some RandomSource) throws(SealError) -> MasterKey {
        let key = try MasterKey.generate(random)
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure("can't be made: \(String(cString: strerror(errno)))") }
        defer { close(file) }
        let line = Array("\(key.base64)\n".utf8)
        guard write(file, line, line.count) == line.count, fsync(file) == 0 else {
            unlink(path)
            throw failure("can't be written")
        }
        return key
    }

    private func failure(_ what: String) -> SealError { SealError(.keyFile, "\(path), the master key, \(what)") }
}
