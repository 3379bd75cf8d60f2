internal import Foundation
internal import Glibc

/// A cluster of one test alone, with the programs of the one that all tests share, which may be stopped, run full or made a standby.
package final class OwnCluster: Sendable {
    /// The cluster, for statements beside the engine.
    package let cluster: TestCluster
    /// The directory of its socket.
    package let directory: String
    private let data: String
    private let programs: String
    /// The user that runs the programs where root mustn't.
    private let owner: (user: uid_t, group: gid_t)?

    /// Makes a cluster and starts it.
    ///
    /// - Parameters:
    ///   - shared: the cluster whose programs it is run by.
    ///   - volume: where its data are; a directory that is removed with it by default.
    package init(like shared: TestCluster, on volume: SmallVolume? = nil) throws {
        guard let programs = try shared.run("SELECT setting FROM pg_config WHERE name = 'BINDIR'").first else {
            throw TestCluster.Failure(message: "the cluster doesn't tell where its programs are")
        }
        self.programs = programs
        owner = Self.owner()
        directory = try Self.newDirectory()
        data = (volume?.path ?? directory) + "/data"
        cluster = Self.cluster(in: directory)
        for path in [directory, volume?.path].compactMap(\.self) { try give(path) }
        // Segments of its log are small, so that a small disk holds some.
        let form = ["--locale=C", "--encoding=UTF8", "--username=gatehouse", "--auth=trust", "--no-sync", "--wal-segsize=1"]
        try run("initdb", ["--pgdata", data] + form)
        try append(
            """
            listen_addresses = ''
            unix_socket_directories = '\(directory)'
            min_wal_size = 2MB
            max_wal_size = 16MB
            """, to: "postgresql.conf")
        try start()
    }

    /// Makes a cluster of another one's data, which is stopped meanwhile.
    private init(copyOf other: OwnCluster) throws {
        (programs, owner) = (other.programs, other.owner)
        directory = try Self.newDirectory()
        data = directory + "/data"
        cluster = Self.cluster(in: directory)
        try give(directory)
        try other.stop()
        guard try Self.status(of: ["cp", "--archive", other.data, data]) == 0 else { throw POSIXError(.EIO) }
        try other.start()
        try append("unix_socket_directories = '\(directory)'", to: "postgresql.conf")
    }

    /// A copy that was promoted, as a standby is when its primary is thought to be dead. This one still takes writes, and hasn't heard of it.
    package func promotedCopy() throws -> OwnCluster {
        let copy = try OwnCluster(copyOf: self)
        try copy.start(asStandby: true)
        try copy.promote()
        return copy
    }

    /// Has it take no new connections; those that it has go on.
    package func hide(_ isHidden: Bool) throws {
        let paths = [directory + "/.s.PGSQL.5432", directory + "/hidden"]
        try FileManager.default.moveItem(atPath: paths[isHidden ? 0 : 1], toPath: paths[isHidden ? 1 : 0])
    }

    /// Starts it, and waits until it takes connections. A standby waits for a primary that there isn't, so it only reads.
    package func start(asStandby: Bool = false) throws {
        if asStandby {
            try Data().write(to: URL(fileURLWithPath: data + "/standby.signal"))
            try give(data + "/standby.signal")
        }
        try run("pg_ctl", ["--pgdata", data, "--log", directory + "/log", "--wait", "start"])
    }

    /// Starts it unless it runs.
    package func startIfStopped() throws {
        if (try? run("pg_ctl", ["--pgdata", data, "status"])) == nil { try start() }
    }

    /// Stops it as an operator does.
    package func stop() throws { try run("pg_ctl", ["--pgdata", data, "--mode", "fast", "--wait", "stop"]) }

    /// Stops it and starts it again.
    package func restart() throws {
        try stop()
        try start()
    }

    /// Makes a standby take writes.
    package func promote() throws { try run("pg_ctl", ["--pgdata", data, "--wait", "promote"]) }

    /// Has it ask for passwords from its next start on.
    package func askForPasswords() throws {
        let rules = "local all all scram-sha-256\n"
        try Data(rules.utf8).write(to: URL(fileURLWithPath: data + "/pg_hba.conf"))
        try give(data + "/pg_hba.conf")
    }

    /// Ends it, and removes what it has.
    package func remove() {
        try? run("pg_ctl", ["--pgdata", data, "--mode", "immediate", "--wait", "stop"])
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Makes a directory for a cluster's socket, whose path is at most 107 bytes long.
    private static func newDirectory() throws -> String {
        let directory = FileManager.default.temporaryDirectory.path + "/oc-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        return directory
    }

    private static func cluster(in directory: String) -> TestCluster {
        TestCluster(connection: "postgres:///postgres?host=\(directory)&user=gatehouse")
    }

    private static func owner() -> (user: uid_t, group: gid_t)? {
        guard geteuid() == 0, let entry = getpwnam("postgres") ?? getpwnam("nobody") else { return nil }
        return (entry.pointee.pw_uid, entry.pointee.pw_gid)
    }

    private func give(_ path: String) throws {
        guard let owner, chown(path, owner.user, owner.group) != 0 else { return }
        throw POSIXError(.EPERM)
    }

    private func append(_ text: String, to name: String) throws {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: data + "/" + name))
        try file.seekToEnd()
        try file.write(contentsOf: Data("\n\(text)\n".utf8))
        try file.close()
    }

    private func run(_ program: String, _ arguments: [String]) throws {
        let asOwner = owner.map { ["setpriv", "--reuid", "\($0.user)", "--regid", "\($0.group)", "--clear-groups"] } ?? []
        let status = try Self.status(of: ["env", "--chdir", directory] + asOwner + ["\(programs)/\(program)"] + arguments)
        guard status == 0 else {
            let log = (try? String(contentsOfFile: directory + "/log", encoding: .utf8)) ?? ""
            throw TestCluster.Failure(message: "\(program) ended with \(status)\n\(log.suffix(2000))")
        }
    }

    /// Runs a program to its end. It may leave another one that goes on, which has none of the files that this process has open.
    private static func status(of words: [String]) throws -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in Int32(0)...2 { posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0) }
        // One that isn't open is passed over.
        for descriptor in 3..<min(4096, Int32(sysconf(Int32(_SC_OPEN_MAX)))) { posix_spawn_file_actions_addclose(&actions, descriptor) }
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var environment = [strdup("PATH=/usr/bin:/bin"), strdup("LC_ALL=C"), nil]
        defer { for variable in environment { free(variable) } }
        var process: pid_t = 0
        guard posix_spawnp(&process, words[0], &actions, nil, &arguments, &environment) == 0 else { throw POSIXError(.ENOENT) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }
}
