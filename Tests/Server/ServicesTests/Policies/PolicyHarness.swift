import Foundation
import PolicyMessages
import Primitives
import Foundations
import Store
import Testing
@testable import Services
@testable import SignIn
@testable import Directory
@testable import Sessions

/// A domain with a policy set `banking`.
struct PolicyHarness {
    static let resource = "https://api.example.com/transfer"

    let base: DomainHarness
    var domain: Services { base.domain }

    init(condition: JSONValue = ["transaction": "Approve"]) async throws {
        base = try await DomainHarness()
        try await save(condition)
    }

    func save(_ condition: JSONValue) async throws {
        try await domain.signIn.policies.save(try PolicySetTests.set(condition: condition), in: base.realm.id)
    }

    /// What is decided about the one resource.
    func decide(
        _ session: UserSession?, transaction: String? = nil, resource: String = Self.resource, environment: [String: [String]] = [:]
    ) async throws -> PolicyDecision {
        var environment = environment
        environment["TxId"] = transaction.map { [$0] }
        let request = PolicyRequest(application: "banking", resources: [resource], environment: environment)
        return try await domain.signIn.decisions.decide(request, for: session, in: base.realm)[0]
    }

    /// A transaction that a session asks for.
    func ask(_ session: UserSession, resource: String = Self.resource) async throws -> String {
        try #require(try await decide(session, resource: resource).advices.transactionID)
    }

    @discardableResult
    func approve(_ id: String, _ session: UserSession, journey: String = "Approve", at now: Date? = nil) async throws -> Bool {
        let now = now ?? base.time.now
        return try await base.database.write { try Transactions.approve(id, session: session, journey: journey, at: now, in: $0) }
    }

    /// How many events of a kind the audit log has.
    func events(_ kind: String) async throws -> Int {
        try await AuditLog.seal(base.database)
        return try await base.database.read { try $0.rows("SELECT seq FROM audit_event WHERE kind = ?1", kind).count }
    }

    /// A session of another kind than the usual.
    func session(
        journey: String = "Login", level: Int = 0, after old: UserSession? = nil, of user: User? = nil
    ) async throws -> UserSession {
        let (domain, realm) = (domain, base.realm)
        var new = NewSession(user: user ?? base.user, journey: journey, authLevel: level)
        if let old { new.succeed(old) }
        return try await base.database.write { [new] transaction in
            let session = try domain.session.registry.create(new, in: realm, transaction).0
            if let old { _ = try SessionRegistry.replace(old, by: session, in: transaction) }
            return session
        }
    }
}
