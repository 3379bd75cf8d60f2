internal import Directory
internal import Foundations
internal import Logging
internal import Primitives
internal import ServiceLifecycle
internal import Services
internal import Store

/// Removes the first password's file when the administrator has signed in or has another password.
struct FirstPasswordRemoval: Service {
    /// The time between two looks at the log, which other processes write too.
    private static let interval = Duration.seconds(1)

    let file: FirstPasswordFile
    let domain: Services
    let logger: Logger

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var place: Int64 = 0
            while file.exists {
                place = await look(after: place)
                // Sleeping ends with an error when the server stops, and that ends the loop.
                try await Task.sleep(for: Self.interval)
            }
        }
        // A service that ends before the others would end them all.
        try? await gracefulShutdown()
    }

    /// Reads the log on from a place.
    /// - Returns: the place up to which it was read.
    private func look(after start: Int64) async -> Int64 {
        var place = start
        do {
            while file.exists {
                let stretch = try await domain.platform.audit.following(
                    place, realm: RealmPath.root.description, most: AuditLog.stretch, in: domain.platform.database)
                if try await isUsed(by: stretch.events) {
                    file.remove()
                    logger.notice("the first password's file is removed", metadata: ["path": "\(file.path)"])
                }
                place = stretch.end
                if stretch.end >= stretch.head { break }
            }
        } catch {
            logger.warning("whether the first password was used could not be read", metadata: ["error": "\(error)"])
        }
        return place
    }

    private func isUsed(by events: [FollowedEvent]) async throws -> Bool {
        let realm = try await domain.directory.realms.realm(at: .root)
        guard let user = try await domain.directory.users.user(named: FirstPasswordFile.username, in: realm.id) else { return true }
        let kinds = Set(events.filter { $0.object["user"]?.string == user.id.text }.map(\.kind))
        if kinds.contains(AuditEvent.Kind.loginSucceeded.rawValue) { return true }
        // A start that was cut short changes the password too, and then the file has the new one.
        guard kinds.contains(AuditEvent.Kind.passwordChanged.rawValue) else { return false }
        guard let password = file.password, let hash = user.passwordHash else { return true }
        return try await !domain.directory.hasher.verify(password, against: hash)
    }
}
