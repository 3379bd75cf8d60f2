import CommandChannel
package import Directory
package import Foundation
package import Foundations
package import Messaging
package import Primitives
import Store

/// Authenticators that users have in customers' apps, reached by sealed commands that the customers' servers carry: registrations, licences,
/// authenticators, requests and codes.
///
/// A class only so that closures hold one reference; nothing of it ever changes.
package final class Orchestrations: Sendable {
    package let applications: OrchestrationApplications
    package let customerKeys: CustomerKeys
    package let licences: Licences
    let users: OrchestrationUsers
    let notifications: Notifications
    let hasher: PasswordHasher
    let risk: any OrchestrationRisk
    private let stretchingRounds: Int?
    let sealer: Sealer
    let database: any Database
    let audit: AuditLog
    let time: any TimeSource
    let random: any RandomSource

    /// - Parameters:
    ///   - risk: the service that evaluates the events of customers' users.
    ///   - stretchingRounds: the cost of a try of an activation password, for simulations; nil for the one that devices have.
    package init(
        _ platform: Platform, _ directory: DirectoryServices, notifications: Notifications, risk: any OrchestrationRisk,
        stretchingRounds: Int? = nil
    ) {
        database = platform.database
        sealer = platform.sealer
        audit = platform.audit
        time = platform.time
        random = platform.random
        let configuration = platform.configuration
        applications = OrchestrationApplications(
            database: database, applications: directory.applications, configuration: configuration)
        customerKeys = CustomerKeys(
            database: database, sealer: sealer, configuration: configuration, time: time, random: random)
        licences = Licences(database: database, configuration: configuration, time: time)
        users = OrchestrationUsers(database: database, accounts: directory.accounts)
        self.risk = risk
        self.notifications = notifications
        hasher = directory.hasher
        self.stretchingRounds = stretchingRounds
    }

    /// The time by the server's clock.
    package var now: Date { time.now }

    /// The number of times that a step is tried whose ground was changed meanwhile.
    private static let mostTries = 8

    /// Runs a step that reads, computes, and writes on condition that what it read still stands; once more when it doesn't.
    ///
    /// Computing between two transactions keeps the curves' arithmetic away from the one writer there is.
    func settled<Value: Sendable>(_ step: () async throws -> Value) async throws -> Value {
        for _ in 1..<Self.mostTries {
            do { return try await step() } catch let error as OrchestrationRefusal where error.code == .busy { continue }
        }
        return try await step()
    }

    /// The server's keys for activations in a realm. They are derived from a root that no copy of the database gives away without the master
    /// key, and stay the same when that one changes.
    func keys(of realm: UUID) throws -> ActivationServerKeys {
        let hash = KeyedHash("orchestration keys of \(realm.text)", sealer)
        for attempt in UInt8(0)..<64 {
            let number = Secret(bytes: hash.lastingHash(Array("agreement".utf8) + [attempt]))
            if let pair = try? AgreementPair(privateKey: number) {
                return ActivationServerKeys(
                    pair: pair, root: Secret(bytes: hash.lastingHash(Array("evaluation".utf8))), rounds: stretchingRounds)
            }
        }
        throw OrchestrationRefusal.superseded
    }
}

/// An application of a realm on whose behalf a customer's server calls: every call is about its users alone.
package struct OrchestrationCustomer: Sendable {
    package let realm: Realm
    /// The application's id.
    package let application: String
    package let rules: OrchestrationRules
}

extension Orchestrations {
    /// The application whose server presents a key.
    /// - Returns: nil for a key that isn't one.
    /// - Throws: `notPermitted` for an application that is switched off.
    package func customer(presenting key: Secret, in realm: Realm) async throws -> OrchestrationCustomer? {
        guard let application = try await customerKeys.application(of: key, in: realm) else { return nil }
        return try await customer(application, in: realm)
    }

    /// An application, as its own server would call for it.
    /// - Throws: `unknownApplication`; `notPermitted` for one that is switched off.
    package func customer(_ application: String, in realm: Realm) async throws -> OrchestrationCustomer {
        guard let rules = try await applications.rules(of: application, in: realm) else {
            throw DomainError(.unknownApplication, "no application \(application.prefix(64)) whose users have such authenticators")
        }
        guard rules.isEnabled else { throw DomainError(.notPermitted, "the application \(application.prefix(64)) is switched off") }
        return OrchestrationCustomer(realm: realm, application: application, rules: rules)
    }
}
