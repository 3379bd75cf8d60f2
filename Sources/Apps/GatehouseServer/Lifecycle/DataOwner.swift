internal import Foundation
import Primitives
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The user of this machine to whom a server's data belongs.
struct DataOwner: Sendable, Equatable {
    let user: uid_t
    let group: gid_t

    init(user: uid_t, group: gid_t) {
        self.user = user
        self.group = group
    }

    /// The owner of a file or directory; nil when it isn't there.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(user: status.st_uid, group: status.st_gid)
    }

    /// The user's name, or the number of one that has none.
    var name: String { Self.name(of: user) ?? "\(user)" }

    /// Refuses to let root serve data of another user: the files that it makes there, that user's server could not open later.
    /// - Parameter user: the effective user of this process.
    /// - Throws: `ServerError.foreignData`.
    static func check(_ configuration: ServerConfiguration, as user: uid_t = geteuid()) throws(ServerError) {
        let owners = [configuration.dataDirectory, configuration.databasePath].compactMap { DataOwner(of: $0) }
        guard user == 0, let owner = owners.first(where: { $0.user != 0 }) else { return }
        throw ServerError(
            .foreignData,
            "\(configuration.dataDirectory) belongs to \(owner.name), whose server could not open what root writes there; "
                + "run systemctl start gatehouse, or sudo -u \(owner.name) gatehouse serve")
    }

    /// Refuses data in a directory of another user that this one may not look into.
    /// - Throws: `ServerError.foreignData`.
    static func checkAccess(_ configuration: ServerConfiguration) throws(ServerError) {
        guard let owner = DataOwner(of: configuration.dataDirectory), owner.user != geteuid(),
            access(configuration.dataDirectory, X_OK) != 0
        else { return }
        throw ServerError(
            .foreignData,
            "\(configuration.dataDirectory) is for \(owner.name) alone; run the command as that user, by sudo -u \(owner.name)")
    }

    /// Makes this user the owner of a file that root has made in the data directory; a process of another user leaves it as it is.
    /// - Throws: `ServerError.foreignData` when root may not do so.
    func own(_ path: String) throws(ServerError) {
        guard geteuid() == 0, DataOwner(of: path) != self else { return }
        guard chown(path, user, group) == 0 else {
            throw ServerError(.foreignData, "\(path) can't be made a file of \(name); run the command as that user")
        }
    }

    /// Does something as this user, when the process is root's.
    /// - Throws: `ServerError.foreignData` when root may not take the user's place.
    func acting<Value>(_ body: () async throws -> Value) async throws -> Value {
        guard geteuid() == 0, user != 0 else { return try await body() }
        let groups = Self.groups
        guard initgroups(name, group) == 0, setegid(group) == 0, seteuid(user) == 0 else {
            throw ServerError(.foreignData, "root may not act as \(name) here; run the command as that user")
        }
        defer { Self.becomeRoot(groups) }
        return try await body()
    }

    /// The groups of the process beside its own.
    private static var groups: [gid_t] {
        var groups = [gid_t](repeating: 0, count: max(0, Int(getgroups(0, nil))))
        return Array(groups.prefix(max(0, Int(getgroups(Int32(groups.count), &groups)))))
    }

    private static func becomeRoot(_ groups: [gid_t]) {
        _ = seteuid(0)
        _ = setegid(0)
        _ = setgroups(numericCast(groups.count), groups)
    }

    private static func name(of user: uid_t) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 14) { space in
            var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
            guard let start = space.baseAddress, getpwuid_r(user, &entry, start, space.count, &found) == 0, found != nil,
                let name = entry.pw_name
            else { return nil }
            return String(cString: name)
        }
    }
}
