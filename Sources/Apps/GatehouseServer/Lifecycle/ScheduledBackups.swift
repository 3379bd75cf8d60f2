internal import Foundation
internal import Logging
internal import Metrics
internal import NIOPosix
internal import Primitives
internal import ServiceLifecycle
internal import Store

/// Copies the embedded database into a folder from time to time, and removes the oldest copies. A copy counts once it was looked through from one
/// end to the other.
struct ScheduledBackups: Service {
    /// The pause between looks at the folder, and so the time after which a copy that failed is tried again.
    private static let pause = Duration.seconds(300)

    /// The path of the database.
    let database: String
    let folder: String
    /// The age in seconds at which the newest copy is too old.
    let interval: Double
    /// The number of copies that are kept.
    let kept: Int
    let time: any TimeSource
    let logger: Logger

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                await look()
                // Sleeping ends with an error when the server stops, and that ends the loop.
                try await Task.sleep(for: Self.pause)
            }
        }
    }

    /// Makes a copy if the newest is too old, and tells the age of the newest.
    func look() async {
        do {
            try await NIOThreadPool.singleton.runIfActive {
                try makeFolder()
                if age >= interval { try copy() }
            }
        } catch {
            Counter(label: "backups_failed_total").increment()
            logger.error("the database could not be copied", metadata: ["folder": "\(folder)", "error": "\(error)"])
        }
        Gauge(label: "backup_age_seconds").record(age)
    }

    /// The age of the newest copy in seconds; where there is none, the time since 1970, so that an alert has a number. One from the future,
    /// which a clock that was set back has made, counts for none.
    var age: Double {
        let moments = ((try? copies()) ?? []).compactMap(Self.moment).filter { $0 <= time.now }
        return time.now.timeIntervalSince(moments.max() ?? Date(timeIntervalSince1970: 0))
    }

    private func makeFolder() throws {
        guard !FileManager.default.fileExists(atPath: folder) else { return }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    private func copy() throws {
        let name = "\(Self.prefix)\(Self.stamp(time.now))\(Self.suffix)"
        let part = "\(folder)/\(name).part"
        // Parts that a server which was killed has left.
        for old in try FileManager.default.contentsOfDirectory(atPath: folder) where old.hasPrefix(Self.prefix) && old.hasSuffix(".part") {
            try FileManager.default.removeItem(atPath: "\(folder)/\(old)")
        }
        try SQLiteCopy.make(of: database, at: part)
        try FileManager.default.moveItem(atPath: part, toPath: "\(folder)/\(name)")
        for old in try copies().dropLast(kept) { try FileManager.default.removeItem(atPath: "\(folder)/\(old)") }
    }

    /// The names of the copies, the oldest first.
    private func copies() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { Self.moment(of: $0) != nil }.sorted()
    }

    private static let prefix = "gatehouse-"
    private static let suffix = ".db"

    private static func stamp(_ moment: Date) -> String { moment.formatted(format) }

    /// The moment that a copy's name tells; nil for other files.
    private static func moment(of name: String) -> Date? {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
        return try? Date(String(name.dropFirst(prefix.count).dropLast(suffix.count)), strategy: format)
    }

    /// `20260101T000000Z`, in UTC.
    private static let format = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
}
