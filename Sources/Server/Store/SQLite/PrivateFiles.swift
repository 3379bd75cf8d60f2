import Primitives

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The files of a database, which only their owner may use, whatever the directory that they are in and the process's mask.
enum PrivateFiles {
    /// The endings of the files that SQLite and we put beside a database; SQLite gives its own files the mode that the database has.
    private static let endings = ["", "-wal", "-shm", "-journal", ".lock"]
    private static let others: mode_t = 0o077

    /// Makes an empty database where there is none, and takes away others' access to the files that are there.
    ///
    /// - Returns: the files that others had access to.
    /// - Throws: `.cannotOpen` when their access can't be taken away.
    static func shut(at path: String) throws(DatabaseError) -> [String] {
        let made = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if made >= 0 { _ = close(made) }
        var exposed: [String] = []
        for file in endings.map({ path + $0 }) where try takeAway(file) { exposed.append(file) }
        return exposed
    }

    /// Whether others had access to a file.
    private static func takeAway(_ file: String) throws(DatabaseError) -> Bool {
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & others != 0 else { return false }
        guard chmod(file, status.st_mode & 0o7700) == 0 else {
            throw DatabaseError(.cannotOpen, "others may read \(file), and that can't be changed: \(String(cString: strerror(errno)))")
        }
        return true
    }
}
