internal import OrchestrationService
internal import DeviceFoundation
internal import Services
internal import Directory
internal import Foundation
internal import Primitives
internal import Store

/// The conditions that must hold at the end, whatever went wrong on the way.
struct OrchestratedInvariants {
    private let fleet: OrchestratedWorld
    private var world: World { fleet.world }

    init(_ fleet: OrchestratedWorld) { self.fleet = fleet }

    func check() async throws {
        try await requests()
        try await activations()
    }

    /// Each end was a user's decision, came in time, and is in the audit log once.
    private func requests() async throws {
        let ends = try await world.server.database.read { transaction in
            try transaction.rows("SELECT id, state, deadline, decided FROM orchestration_requests WHERE state IN ('accepted', 'refused')")
                .map {
                    (
                        id: try $0.text("id"), isAccepted: try $0.text("state") == "accepted", deadline: try $0.date("deadline"),
                        decided: try $0.date("decided")
                    )
                }
        }
        let known = fleet.knownRequests
        for end in ends {
            if end.decided > end.deadline { world.violate("request \(end.id) was decided after its end") }
            guard known.contains(end.id) else { continue }
            if !fleet.decisions(on: end.id).contains(end.isAccepted) {
                world.violate("request \(end.id) was \(end.isAccepted ? "accepted" : "refused"), and no user decided so")
            }
        }
        let logged = try await world.server.database.read { transaction in
            try transaction.rows("SELECT details FROM audit_waiting WHERE details LIKE '%orchestration request %'").map {
                try JSONValue(parsing: try $0.text("details"))["request"]?.string ?? ""
            }
        }
        let counts = Dictionary(grouping: logged, by: \.self).mapValues(\.count)
        for (id, count) in counts where count > 1 { world.violate("request \(id) ended \(count) times") }
        for end in ends where counts[end.id] == nil { world.violate("request \(end.id) ended, and the audit log doesn't say so") }
        world.note("\(ends.count) requests decided")
    }

    /// Each phone that was activated is one authenticator.
    private func activations() async throws {
        let descriptions = try await world.server.database.read { transaction in
            try transaction.rows("SELECT description FROM orchestration_authenticators").map { try $0.text("description") }
        }
        let counts = Dictionary(grouping: descriptions.compactMap { (try? JSONValue(parsing: $0))?["model"]?.string }, by: \.self)
            .mapValues(\.count)
        for phone in fleet.phones {
            let count = counts[phone.name] ?? 0
            if count > 1 { world.violate("\(phone.name) is \(count) authenticators") }
            if phone.isActivated, count != 1 { world.violate("\(phone.name) was activated, and is \(count) authenticators") }
        }
        world.note("\(descriptions.count) authenticators")
    }
}
