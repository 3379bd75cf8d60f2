import CommandChannel
import Directory
import Foundation
import Foundations
import Primitives
import Store

extension Orchestrations {
    /// Answers the first command of an activation, whether its user has a registration or not: a caller can't tell.
    func start(_ command: CommandEnvelope, of customer: OrchestrationCustomer) async throws -> CommandEnvelope {
        let named = try OrchestrationRefusal.telling { () throws(CommandError) in try ActivationRegistration.user(of: command) }
        let (sealer, now) = (sealer, time.now)
        let (known, registration) = try await database.read { transaction in
            (
                try ActivationRecord.find(command.flow, of: customer, in: transaction, sealer),
                try Self.registration(of: named, customer, at: now, in: transaction, sealer)
            )
        }
        if let known {
            guard let repeated = known.channel.exchange.repeated(command) else { throw Self.otherCommand }
            return repeated
        }
        return try await start(command, named, registration, of: customer, at: now)
    }

    private func start(
        _ command: CommandEnvelope, _ named: ChannelUser, _ registration: RegistrationRecord?, of customer: OrchestrationCustomer,
        at now: Date
    ) async throws -> CommandEnvelope {
        let (realm, keys, random) = (customer.realm.id, try keys(of: customer.realm.id), random)
        var channel =
            try registration?.channel
            ?? ActivationRegistration.decoy(named, keys: keys, expires: now.addingTimeInterval(ActivationRecord.lifetime))
        let answer = try OrchestrationRefusal.telling { () throws(CommandError) in
            try channel.answer(command, keys: keys, at: now, random: random)
        }
        let sealed = try sealer.seal(Secret(bytes: answer.activation.record), context: ActivationRecord.context(realm, command.flow))
        guard let registration else {
            let name = KeyedHash("orchestration starts of \(realm.text)", sealer).hash(Array("\(named)".utf8))
            return try await database.write { transaction in
                try transaction.hold(HeldName("orchestration starts", realm, customer.application, name))
                guard try ActivationRecord.starts(named: name, of: customer, at: now, in: transaction) < ActivationRecord.mostStarts else {
                    throw OrchestrationRefusal.ended
                }
                try ActivationRecord.insert(
                    command.flow, sealed: sealed, user: nil, name: name, of: customer, at: now, in: transaction)
                try ActivationRecord.trim(of: customer, in: transaction)
                return answer.reply
            }
        }
        let counted = try sealer.seal(
            Secret(bytes: channel.record), context: RegistrationRecord.context(realm, registration.id))
        return try await database.write { transaction in
            try registration.update(sealed: counted, in: transaction)
            try ActivationRecord.insert(
                command.flow, sealed: sealed, user: registration.user, name: nil, of: customer, at: now, in: transaction)
            return answer.reply
        }
    }

    /// The registration that a start is for: of a user who is named as they were registered, and may sign in.
    private static func registration(
        of named: ChannelUser, _ customer: OrchestrationCustomer, at now: Date, in transaction: any ReadTransaction, _ sealer: Sealer
    ) throws -> RegistrationRecord? {
        let (realm, application) = (customer.realm.id, customer.application)
        guard let member = try OrchestrationUsers.member(UserReference(named.name), of: application, realm: realm, in: transaction),
            member.user.maySignIn(at: now),
            let record = try RegistrationRecord.find(member.user.id, application: application, realm: realm, in: transaction, sealer),
            !record.isSpent, now < record.expires, record.channel.user == named
        else { return nil }
        return record
    }

    static let otherCommand = OrchestrationRefusal(.order, "the flow waits for another command")

    // MARK: - The trips after the first

    /// Answers the second, third and fourth command.
    func proceed(_ command: CommandEnvelope, of customer: OrchestrationCustomer) async throws -> CommandEnvelope {
        let (sealer, now) = (sealer, time.now)
        let found = try await database.read { transaction in
            try ActivationRecord.find(command.flow, of: customer, in: transaction, sealer)
        }
        guard let record = found else { throw OrchestrationRefusal.ended }
        if let repeated = record.channel.exchange.repeated(command) { return repeated }
        guard now < record.expires else { throw OrchestrationRefusal.ended }
        switch command.kind {
        case .activationEvidence: return try await takeEvidence(command, record, of: customer, at: now)
        case .activationDevice: return try await takeKeys(command, record, of: customer)
        default: return try await takeConfirmation(command, record, of: customer, at: now)
        }
    }

    private func takeEvidence(
        _ command: CommandEnvelope, _ record: ActivationRecord, of customer: OrchestrationCustomer, at now: Date
    ) async throws -> CommandEnvelope {
        let (realm, application) = (customer.realm.id, customer.application)
        let member = try await database.lookUp { transaction in
            try record.user.flatMap { try OrchestrationUsers.member($0, of: application, realm: realm, in: transaction) }
        }
        var channel = record.channel
        // Without a user or a licence the terms are of no serial number; then nothing opens, and nothing is answered.
        let terms = try ActivationTerms(serial: member?.serial ?? "GTH0000000", pins: customer.rules.pins, time: now)
        let answer = try OrchestrationRefusal.telling { () throws(CommandError) in try channel.takeEvidence(command, terms: terms) }
        guard member?.serial != nil else { throw OrchestrationRefusal.ended }
        try await keep(channel, record, description: AuthenticatorRecord.readable(answer.device))
        return answer.reply
    }

    private func takeKeys(
        _ command: CommandEnvelope, _ record: ActivationRecord, of customer: OrchestrationCustomer
    ) async throws -> CommandEnvelope {
        var channel = record.channel
        let (keys, random) = (try keys(of: customer.realm.id), random)
        let reply = try OrchestrationRefusal.telling { () throws(CommandError) in
            try channel.takeKeys(
                command, keys: keys, attempts: customer.realm.settings[OrchestrationSettings.self].orchestrationPINAttempts, random: random)
        }
        try await keep(channel, record)
        return reply
    }

    private func keep(_ channel: ServerActivation, _ record: ActivationRecord, description: String? = nil) async throws {
        let context = ActivationRecord.context(record.realm, channel.exchange.conversation.flow)
        let sealed = try sealer.seal(Secret(bytes: channel.record), context: context)
        try await database.write { try record.update(sealed: sealed, description: description, in: $0) }
    }

    /// Makes the authenticator count, and spends the registration: of two activations one gets here.
    private func takeConfirmation(
        _ command: CommandEnvelope, _ record: ActivationRecord, of customer: OrchestrationCustomer, at now: Date
    ) async throws -> CommandEnvelope {
        var channel = record.channel
        let end = try OrchestrationRefusal.telling { () throws(CommandError) in try channel.takeConfirmation(command, at: now) }
        guard let user = record.user else { throw OrchestrationRefusal.ended }
        let (realm, application, audit) = (customer.realm.id, customer.application, audit)
        let sealed = try sealer.seal(Secret(bytes: channel.record), context: ActivationRecord.context(realm, command.flow))
        let instance = try AuthenticatorRecord.sealed(end.instance, realm: realm, sealer)
        let registration = Hexadecimal.encode(channel.registration)
        try await database.write { transaction in
            try transaction.hold(HeldName("orchestration authenticators", realm, application, user))
            try record.update(sealed: sealed, in: transaction)
            try RegistrationRecord.spend(registration, user: user, application: application, realm: realm, at: now, in: transaction)
            guard let member = try OrchestrationUsers.member(user, of: application, realm: realm, in: transaction),
                member.user.maySignIn(at: now), let serial = member.serial
            else { throw OrchestrationRefusal.ended }
            guard
                try AuthenticatorRecord.count(of: user, application: application, realm: realm, in: transaction)
                    < customer.rules.mostDevices
            else {
                throw OrchestrationRefusal(
                    .authenticatorLimit, "the user has \(customer.rules.mostDevices) authenticators, which is the most")
            }
            let sequence = try Licences.next(serial, realm: realm, in: transaction)
            try AuthenticatorRecord.insert(
                end.instance, sealed: instance, user: user, serial: serial, sequence: sequence, description: record.description,
                of: customer, at: now, in: transaction)
            try audit.append(
                .deviceAdded, ["authenticator": .string("\(serial)-\(sequence)")], at: now, realm: realm, user: user, client: application,
                in: transaction)
        }
        return end.reply
    }
}
