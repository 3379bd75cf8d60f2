import CommandChannel
import Directory
import Foundation
import Foundations
import Primitives
import Store

extension Orchestrations {
    /// Asks a user who is only named. The answer is the same whether a user can be asked or not: otherwise it would tell a stranger who has
    /// an account, and who has an authenticator.
    ///
    /// Where no user can be asked, a request is kept that no device has, and that ends when its time is over. It is counted as those of users are.
    /// - Throws: ``OrchestrationRefusal`` for what says nothing of the user.
    package func askNamed(_ order: RequestOrder, of customer: OrchestrationCustomer) async throws -> Asked {
        do { return try await ask(order, of: customer) } catch let refusal as OrchestrationRefusal where refusal.tellsOfUser {
            return try await pretend(order, of: customer)
        }
    }

    /// Does for a name without an authenticator what a request to one takes: the same computations, and a row of the same form.
    private func pretend(_ order: RequestOrder, of customer: OrchestrationCustomer) async throws -> Asked {
        let (now, realm) = (time.now, customer.realm.id)
        let deadline = Self.deadline(order, customer, at: now)
        let hash = KeyedHash("orchestration decoys of \(realm.text)/\(customer.application)", sealer)
        let secret = hash.lastingHash(Array(Users.folded(order.user.text).utf8))
        let (id, random) = (Hexadecimal.encode(random.bytes(16)), random)
        let made = try OrchestrationRefusal.telling { () throws(CommandError) in
            let terms = try ActivationTerms(serial: "GTH0000000", pins: customer.rules.pins, time: now)
            var instance = try ServerInstance.decoy(try ChannelUser("decoy"), secret: Secret(bytes: secret), terms: terms)
            let (command, session) = try RemoteSession.begin(
                order.kind, for: &instance, session: id, id: random.token(9), method: order.method, deadline: deadline,
                display: order.display, additional: order.additional, random: random)
            return (command: command, session: session, instance: instance)
        }
        _ = try SessionRecord.sealed(made.session, made.command.flow, realm: realm, sealer)
        _ = try AuthenticatorRecord.sealed(made.instance, realm: realm, sealer)
        let request = RequestRecord(
            id, user: Self.nobody(secret), of: customer, at: now, until: deadline, risk: nil)
        try await database.write { try request.insert(order.kind, by: order.asker, in: $0) }
        return Asked(request: request, command: made.command.text)
    }

    /// The id that a name's requests are counted by, which is no user's.
    private static func nobody(_ secret: [UInt8]) -> UUID {
        secret.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// The end of a request that is made now.
    static func deadline(_ order: RequestOrder, _ customer: OrchestrationCustomer, at now: Date) -> Date {
        let lifetime = order.lifetime ?? customer.realm.settings[OrchestrationSettings.self].orchestrationRequestLifetime
        return Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down) + TimeInterval(lifetime))
    }
}

extension OrchestrationRefusal {
    /// Whether it tells that there is no such user, or that they have no authenticator that can be asked.
    fileprivate var tellsOfUser: Bool {
        switch code {
        case .userUnknown, .userLocked, .userForbidden, .authenticatorUnknown, .authenticatorLocked: true
        default: false
        }
    }
}
