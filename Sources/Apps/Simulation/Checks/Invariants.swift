internal import DeviceMessages
internal import Foundation
internal import JOSE
internal import Primitives
internal import Foundations
internal import Store
internal import Services
internal import Directory
import DeviceRegistry

/// The conditions that must hold at the end, whatever went wrong on the way.
struct Invariants {
    let world: World

    func check() async throws {
        try await challenges()
        try await decidedOnce()
        try await pairings()
        try await sealed()
    }

    /// Each approval came in time, and what proves it is there and verifies.
    private func challenges() async throws {
        let rows = try await world.server.database.read { transaction in
            try transaction.rows(
                "SELECT id, status, installation, evidence, document, expires, decided FROM challenges WHERE status = 'approved'")
        }
        for row in rows {
            let id = try row.text("id")
            if try row.date("decided") > row.date("expires") { world.violate("challenge \(id) was approved after its end") }
            guard let evidence = try row.optionalText("evidence"), let json = try? JSONValue(parsing: evidence) else {
                world.violate("challenge \(id) was approved without proof")
                continue
            }
            if !isProof(json, of: id, document: try row.text("document"), by: try row.text("installation"), at: try row.date("decided")) {
                world.violate("what is kept of challenge \(id) proves nothing")
            }
        }
        world.note("\(rows.count) approvals")
    }

    private func isProof(_ evidence: JSONValue, of id: String, document: String, by installation: String, at moment: Date) -> Bool {
        guard let body = evidence["body"]?.string, let proof = evidence["proof"]?.string, let key = evidence["key"]?.object,
            let signing = try? ProofKey(JWK(key)), let read = try? UnverifiedDeviceProof(proof)
        else { return false }
        let url = world.issuer.url("/challenges/\(id)/decision")
        let verified = try? read.verify(with: signing, method: "POST", url: url, body: Array(body.utf8), at: moment)
        let decision = (try? JSONValue(parsing: body)).flatMap { try? ChallengeDecision(json: $0) }
        return verified?.installation == installation && decision?.verdict == .approve
            && decision?.shown == ChallengeDocument.hash(of: Array(document.utf8))
    }

    /// No challenge ended twice: the audit log has one line for each.
    private func decidedOnce() async throws {
        let rows = try await world.server.database.read { transaction in
            try transaction.rows(
                """
                SELECT details FROM audit_event WHERE kind = 'challenge.decided'
                UNION ALL SELECT details FROM audit_waiting WHERE kind = 'challenge.decided'
                """)
        }
        var seen: Set<String> = []
        for row in rows {
            guard let id = (try? JSONValue(parsing: try row.text("details")))?["challenge"]?.string else { continue }
            if !seen.insert(id).inserted { world.violate("challenge \(id) was decided twice") }
        }
    }

    /// Checks that the audit log's chain holds, and has every event that was written.
    private func sealed() async throws {
        let written = try await world.server.database.read { transaction in
            try transaction.row("SELECT (SELECT COUNT(*) FROM audit_event) + (SELECT COUNT(*) FROM audit_waiting) AS count")?.int("count")
        }
        let end = try await world.server.domain.platform.audit.verify(world.server.database)
        if end.sequence != written ?? 0 { world.violate("the audit log has \(end.sequence) events of \(written ?? 0)") }
    }

    /// Checks that a user whose phone has seen its pairing confirmed is paired.
    private func pairings() async throws {
        for phone in world.phones where phone.isPaired {
            let devices = try await world.server.domain.deviceRegistry.devices.devices(of: phone.user, in: world.realm.id)
            if devices.isEmpty { world.violate("\(phone.name) has lost its pairing") }
            if devices.count > 1 { world.violate("\(phone.name) is paired twice") }
        }
    }
}
