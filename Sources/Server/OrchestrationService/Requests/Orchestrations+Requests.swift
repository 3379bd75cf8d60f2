package import CommandChannel
package import Directory
import Foundation
package import Foundations
import Primitives
import Store

extension Orchestrations {
    /// The content of a request to a user.
    package struct RequestOrder: Sendable {
        /// The kind: to sign in, or to sign.
        package var kind = CommandKind.remoteAuthentication
        package var user: UserReference
        /// The way in which the user is to be verified.
        package var method = AuthenticationMethod.password
        /// The lines that the user decides about.
        package var display: DisplayData
        /// The additions that aren't shown.
        package var additional = AdditionalData.none
        /// The authenticator that is asked, by its name; nil for all of the user's.
        package var authenticator: String?
        /// The number of seconds for which it can be answered; nil for the realm's.
        package var lifetime: Int?
        /// Whether the authenticators that have told an address are sent a notification.
        package var isPushed = false
        /// The answer of the evaluation of its risk; nil for none.
        package var risk: RiskAnswer?
        /// The caller that asks.
        package let asker: BudgetAsker

        /// An order with the defaults of the other members.
        package init(_ kind: CommandKind, for reference: UserReference, display: DisplayData, by asker: BudgetAsker) {
            self.kind = kind
            self.user = reference
            self.display = display
            self.asker = asker
        }
    }

    /// A request as it was made.
    package struct Asked: Sendable {
        package let request: RequestRecord
        /// The command for the authenticator that was used last, to be handed over by whatever way the customer has.
        package let command: String
    }

    /// The number of a user's authenticators that one request asks.
    private static let mostAsked = 8

    /// Asks a user, on each of their authenticators that isn't locked.
    /// - Throws: ``OrchestrationRefusal``.
    package func ask(_ order: RequestOrder, of customer: OrchestrationCustomer) async throws -> Asked {
        try await settled {
            let now = time.now
            let (user, usable) = try await authenticators(of: order.user, order.authenticator, customer, at: now)
            let asked = usable.prefix(Self.mostAsked)
            let deadline = Self.deadline(order, customer, at: now)
            let id = Hexadecimal.encode(random.bytes(16))
            let made = try asked.map { try side(order, id, $0, until: deadline) }
            let pushes = order.isPushed ? made.compactMap { push($0.command, id, to: $0.change.record, until: deadline) } : []
            let request = RequestRecord(id, user: user, of: customer, at: now, until: deadline, risk: order.risk)
            let pending = try await database.write { [audit] transaction in
                try request.insert(order.kind, by: order.asker, in: transaction)
                for side in made {
                    try side.change.write(for: customer, audit, at: side.change.record.used, in: transaction)
                    try SessionRecord.insert(
                        side.command, sealed: side.sealed, request: id, of: side.change.record, in: transaction)
                }
                return try pushes.filter { try Self.mayRing($0.authenticator, by: order.asker, at: now, in: transaction) }
            }
            try await send(pending, of: customer)
            guard let first = made.first else { throw OrchestrationRefusal.unassigned }
            return Asked(request: request, command: first.command.text)
        }
    }

    private struct Side: Sendable {
        let command: CommandEnvelope
        let sealed: [UInt8]
        let change: AuthenticatorChange
    }

    private func side(
        _ order: RequestOrder, _ id: String, _ record: AuthenticatorRecord, until deadline: Date
    ) throws -> Side {
        let random = random
        var instance = record.channel
        let (command, session) = try OrchestrationRefusal.telling { () throws(CommandError) in
            try RemoteSession.begin(
                order.kind, for: &instance, session: id, id: random.token(9), method: order.method, deadline: deadline,
                display: order.display, additional: order.additional, random: random)
        }
        return Side(
            command: command, sealed: try SessionRecord.sealed(session, command.flow, realm: record.realm, sealer),
            change: try AuthenticatorChange(record, to: instance, sealer))
    }

    /// A user of an application who may sign in now.
    static func activeUser(
        _ reference: UserReference, of customer: OrchestrationCustomer, at now: Date, in transaction: any ReadTransaction
    ) throws -> UUID {
        let member = try OrchestrationUsers.member(reference, of: customer.application, realm: customer.realm.id, in: transaction)
        guard let member else { throw OrchestrationRefusal.unknown(reference) }
        guard member.user.maySignIn(at: now) else { throw OrchestrationRefusal.mayNotSignIn }
        return member.user.id
    }

    /// The authenticators of a user who may sign in now that aren't locked, or the one of a name.
    func authenticators(
        of reference: UserReference, _ name: String?, _ customer: OrchestrationCustomer, at now: Date
    ) async throws -> (user: UUID, usable: [AuthenticatorRecord]) {
        let (realm, application, sealer) = (customer.realm.id, customer.application, sealer)
        let (user, all) = try await database.lookUp { transaction in
            let user = try Self.activeUser(reference, of: customer, at: now, in: transaction)
            return (user, try AuthenticatorRecord.all(of: user, application: application, realm: realm, in: transaction, sealer))
        }
        let named = all.filter { name == nil || $0.name == name }
        guard !named.isEmpty else { throw OrchestrationRefusal.unassigned }
        let usable = named.filter { !$0.isLocked }
        guard !usable.isEmpty else { throw OrchestrationRefusal.locked }
        return (user, usable)
    }

    // MARK: - Reading

    /// The number of seconds for which one call waits at most.
    package static let longestWait = 30

    /// A request as it stands; with `seconds`, once it has ended or so much time is over.
    /// - Throws: ``OrchestrationRefusal``.
    package func request(
        _ id: String, of customer: OrchestrationCustomer, waiting seconds: Int = 0,
        pause: @escaping @Sendable (Int) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
    ) async throws -> (request: RequestRecord, state: RequestRecord.SessionStatus) {
        try await waiting(seconds, for: .orchestrationRequest, id, pause: pause) {
            let found = try await look(id, customer)
            return (found, found.state == .pending ? found.request.deadline : nil)
        }
    }

    /// Looks at something, and once more when it was changed or so many seconds are over, unless the first look says that it has ended.
    /// - Parameter look: says what there is, and until when it may change; nil for no more.
    func waiting<Found>(
        _ seconds: Int, for topic: Wakeup.Topic, _ key: String, pause: @escaping @Sendable (Int) async throws -> Void,
        look: () async throws -> (found: Found, end: Date?)
    ) async throws -> Found {
        guard seconds > 0 else { return try await look().found }
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        // Before the first look, so that no end is missed between the two.
        let subscription = database.wakeups.subscribe(to: topic) { if $0 == key { continuation.yield() } }
        defer { withExtendedLifetime(subscription) {} }
        let (found, end) = try await look()
        guard let end else { return found }
        let seconds = min(seconds, Self.longestWait, max(1, Int(end.timeIntervalSince(time.now)) + 1))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await pause(seconds) }
            group.addTask { for await _ in stream { break } }
            await group.next()
            group.cancelAll()
        }
        return try await look().found
    }

    private func look(
        _ id: String, _ customer: OrchestrationCustomer
    ) async throws -> (request: RequestRecord, state: RequestRecord.SessionStatus) {
        guard let found = try await database.lookUp({ try RequestRecord.find(id, of: customer, in: $0) }) else {
            throw OrchestrationRefusal.noRequest
        }
        return (found, found.state(at: time.now))
    }
}
