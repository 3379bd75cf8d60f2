import Foundations
import CommandChannel
package import Directory
import Foundation
package import Primitives
import Store

extension Orchestrations {
    /// A registration as its user receives it.
    package struct Registered: Sendable {
        /// The activation password, told once.
        package let password: Secret
        /// The serial number of the licence.
        package let serial: String
        /// The id of the registration.
        package let id: String
    }

    /// Registers a user for the activation of a device: gives them an account and a licence, if need be, and an activation password that puts
    /// an end to the former one.
    /// - Throws: ``OrchestrationRefusal``; ``/Directory/PolicyViolation`` for a name that the realm doesn't take.
    package func register(_ reference: UserReference, of customer: OrchestrationCustomer) async throws -> Registered {
        // Looked at before an account is made.
        if let name = reference.newName { _ = try channelUser(name, customer) }
        try await requireLicence(for: reference, of: customer)
        let user = try await users.account(reference, in: customer.realm)
        let channelUser = try channelUser(reference.name(of: user), customer)
        let now = time.now
        guard user.maySignIn(at: now) else { throw OrchestrationRefusal.mayNotSignIn }
        let (settings, random, keys) = (customer.realm.settings[OrchestrationSettings.self], random, try keys(of: customer.realm.id))
        let password = ActivationPassword(settings.orchestrationLongPasswords ? .long : .short, random: random)
        let expires = now.addingTimeInterval(TimeInterval(settings.orchestrationActivationLifetime))
        let registration = try await hasher.run(for: Asker(address: customer.application, in: customer.realm.id)) {
            try ActivationRegistration(
                channelUser, password: password, keys: keys, attempts: ActivationRecord.mostStarts, expires: expires, random: random)
        }
        let id = Hexadecimal.encode(registration.id)
        let sealed = try sealer.seal(Secret(bytes: registration.record), context: RegistrationRecord.context(customer.realm.id, id))
        let (realm, application) = (customer.realm.id, customer.application)
        let serial = try await database.write { [audit] transaction in
            try Licences.hold(of: application, realm: realm, in: transaction)
            try OrchestrationUsers.add(user.id, to: application, realm: realm, at: now, in: transaction)
            guard let member = try OrchestrationUsers.member(user.id, of: application, realm: realm, in: transaction) else {
                throw OrchestrationRefusal.unknown(reference)
            }
            let serial = try Self.licence(of: member, application: application, realm: realm, in: transaction)
            try RegistrationRecord.replace(
                registration, sealed: sealed, user: user.id, application: application, realm: realm, at: now, in: transaction)
            try audit.append(
                .userChanged, ["change": "orchestration registration", "serial": .string(serial)], at: now, realm: realm, user: user.id,
                client: application, in: transaction)
            return serial
        }
        return Registered(password: Secret(password.text), serial: serial, id: id)
    }

    /// Looks for a licence before an account is made for a user who can't have one.
    private func requireLicence(for reference: UserReference, of customer: OrchestrationCustomer) async throws {
        let (realm, application) = (customer.realm.id, customer.application)
        let hasOne = try await database.read { transaction in
            if try OrchestrationUsers.member(reference, of: application, realm: realm, in: transaction)?.serial != nil { return true }
            return try Licences.free(of: application, realm: realm, in: transaction) != nil
        }
        guard hasOne else { throw Self.exhausted }
    }

    private static let exhausted = OrchestrationRefusal(.licencesExhausted, "no licence of the application is free")

    /// The licence of a user, who gets one that is free if they have none.
    private static func licence(
        of member: OrchestrationUsers.Member, application: String, realm: UUID, in transaction: any WriteTransaction
    ) throws -> String {
        if let serial = member.serial { return serial }
        guard let serial = try Licences.free(of: application, realm: realm, in: transaction) else {
            throw exhausted
        }
        try OrchestrationUsers.set(serial: serial, of: member.user.id, application: application, realm: realm, in: transaction)
        return serial
    }

    /// A user as the channel has them: by the name as it was given, which the device must give in the same letters.
    func channelUser(_ name: String, _ customer: OrchestrationCustomer) throws -> ChannelUser {
        do { return try ChannelUser(name, domain: customer.rules.domain) } catch {
            throw OrchestrationRefusal(.invalid, error.reason)
        }
    }

    /// The state of a user's latest registration; with `seconds`, once it has ended or so much time is over.
    package func registrationStatus(
        of reference: UserReference, of customer: OrchestrationCustomer, waiting seconds: Int = 0,
        pause: @escaping @Sendable (Int) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
    ) async throws -> RegistrationRecord.Status {
        let (realm, application, sealer) = (customer.realm.id, customer.application, sealer)
        let user = try await database.lookUp { try Users.user(reference, realm: realm, in: $0)?.id }
        guard let user else { return .unknown }
        return try await waiting(seconds, for: .orchestrationRegistration, user.text, pause: pause) {
            let record = try await database.lookUp {
                try RegistrationRecord.find(user, application: application, realm: realm, in: $0, sealer)
            }
            guard let record else { return (.unknown, nil) }
            let status = record.status(at: time.now)
            return (status, status == .pending ? record.expires : nil)
        }
    }

    /// Takes a user's registration back, whether a device has spent it or not; what was activated stays.
    package func withdrawRegistration(of reference: UserReference, of customer: OrchestrationCustomer) async throws {
        let (realm, application, now) = (customer.realm.id, customer.application, time.now)
        try await database.write { [audit] transaction in
            guard let member = try OrchestrationUsers.member(reference, of: application, realm: realm, in: transaction) else {
                throw OrchestrationRefusal.unknown(reference)
            }
            try RegistrationRecord.remove(of: member.user.id, application: application, realm: realm, in: transaction)
            try audit.append(
                .userChanged, ["change": "orchestration registration withdrawn"], at: now, realm: realm, user: member.user.id,
                client: application, in: transaction)
        }
    }
}
