internal import DeviceFoundation
internal import Directory
internal import Foundation
internal import Primitives
internal import Store

/// Looks at the trust in a user's devices before and after each request that may change it: nothing rises but by the word of what was
/// trusted before. It knows the rules by itself, and asks nothing of the server's own code.
struct TrustWatch: Sendable {
    private let world: World
    private let users: [String: UUID]

    init(_ world: World, _ users: [String: UUID]) {
        self.world = world
        self.users = users
    }

    /// The trust in one user's installations.
    private struct Trust {
        var levels: [String: String] = [:]
        /// The installations, by the devices that they are.
        var devices: [String: String] = [:]

        var trusted: Set<String> { Set(levels.keys) }
        var primaries: Int { levels.values.count { $0 == "primary" } }
    }

    /// A sign-on that was approved just now.
    private struct Approval {
        let id: String
        let subject: String?
        let chooser: String?
        let device: String?
        let isPasscodeTaken: Bool
        let isValidated: Bool
    }

    /// Runs a request about some users.
    func around(_ names: [String], _ body: () async -> HTTPResponse?) async -> HTTPResponse? {
        do {
            let ids = Set(names).sorted().compactMap { name in users[name].map { (name, $0) } }
            var before: [Trust] = []
            for (_, id) in ids { before.append(try await trust(id)) }
            let answer = await body()
            for ((name, id), before) in zip(ids, before) { try await compare(name, id, before) }
            return answer
        } catch {
            world.violate("the trust can't be read: \(error)")
            return nil
        }
    }

    private func compare(_ name: String, _ user: UUID, _ before: Trust) async throws {
        let after = try await trust(user)
        if after.primaries > 1 { world.violate("\(name) has \(after.primaries) primary devices") }
        if after.primaries == 0, !after.levels.isEmpty { world.violate("\(name) has trusted devices and no primary one") }
        for approval in try await approvals(user) {
            world.count("APPROVED")
            if let reason = objection(to: approval, before) { world.violate("\(name): \(approval.id) was approved \(reason)") }
        }
        for raised in after.trusted.subtracting(before.trusted).sorted() where try await !isExplained(raised, user) {
            world.violate("\(name): a device became trusted, and no sign-on of it was approved")
        }
    }

    /// The reason for which a sign-on should not have been approved; nil when it is right.
    private func objection(to approval: Approval, _ before: Trust) -> String? {
        if let subject = approval.subject, before.trusted.contains(subject) { return nil }
        if approval.isPasscodeTaken {
            let device = approval.device.flatMap { before.devices[$0] }
            return device.map(before.trusted.contains) == true ? nil : "by a passcode of an untrusted device"
        }
        guard let chooser = approval.chooser else { return "by no device" }
        if chooser == approval.subject {
            return before.trusted.isEmpty || approval.isValidated ? nil : "by itself, though there are trusted devices"
        }
        return before.trusted.contains(chooser) ? nil : "by an untrusted device"
    }

    // MARK: - Reading

    private func trust(_ user: UUID) async throws -> Trust {
        let rows = try await world.server.database.read { [realm = world.realm.id] transaction in
            try transaction.rows(
                """
                SELECT installation, level, device FROM pingid_trust
                WHERE realm = ?1 AND application = ?2 AND user_id = ?3 AND level IN ('primary', 'trusted')
                """, realm, TrustWorld.application, user)
        }
        return try rows.reduce(into: Trust()) { trust, row in
            let installation = try row.text("installation")
            trust.levels[installation] = try row.text("level")
            if let device = try row.optionalText("device") { trust.devices[device] = installation }
        }
    }

    private func approvals(_ user: UUID) async throws -> [Approval] {
        let now = world.scheduler.time.now
        let rows = try await world.server.database.read { [realm = world.realm.id] transaction in
            try transaction.rows(
                """
                SELECT id, subject, chooser, device, passcode_taken, validated FROM pingid_authentications
                WHERE created > ?1 AND decided = ?2 AND status = 'APPROVED' AND realm = ?3 AND user_id = ?4 ORDER BY id
                """, now.addingTimeInterval(-1800), now, realm, user)
        }
        return try rows.map {
            Approval(
                id: try $0.text("id"), subject: try $0.optionalText("subject"), chooser: try $0.optionalText("chooser"),
                device: try $0.optionalText("device"), isPasscodeTaken: try $0.bool("passcode_taken"),
                isValidated: try $0.bool("validated"))
        }
    }

    private func isExplained(_ installation: String, _ user: UUID) async throws -> Bool {
        try await world.server.database.read { [realm = world.realm.id] transaction in
            try transaction.row(
                """
                SELECT 1 AS found FROM pingid_authentications
                WHERE realm = ?1 AND subject = ?2 AND user_id = ?3 AND status = 'APPROVED' LIMIT 1
                """, realm, installation, user) != nil
        }
    }
}
