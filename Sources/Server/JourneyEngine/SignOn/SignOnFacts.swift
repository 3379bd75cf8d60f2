import Directory
import Foundation
import Foundations
import Primitives
import Risk
import Sessions
import SignIn

/// The facts that the conditions of sign-on policies can ask about.
struct SignOnFacts {
    let address: String
    let session: UserSession?
    let user: User?
    let now: Date
    /// The standing of the network; nil when no condition asks.
    let network: NetworkStanding?

    /// - Parameter asksNetwork: whether a condition asks about networks and places.
    init(_ turn: Turn, asksNetwork: Bool) async throws {
        address = turn.client.address
        now = turn.now
        session = try await turn.earlierSession()
        let id = turn.state.user ?? session?.user
        user = if let id { try await turn.domain.directory.users.user(id, in: turn.realm.id) } else { nil }
        network = asksNetwork ? try await turn.domain.risk.network(of: address, user: user?.id, in: turn.realm) : nil
    }

    /// Returns what a text of a condition is: the value of a variable, or itself. A variable that has none now equals nothing.
    func value(of text: String) -> JSONValue? {
        guard let variable = SignOnVariable(text) else { return .string(text) }
        switch variable {
        case .address: return .string(address)
        case .userID: return user.map { .string($0.id.text) }
        case .username: return user.map { .string($0.username) }
        case .population: return (user?.population).map { .string($0.text) }
        case .isEnabled: return user.map { .bool($0.status == .active) }
        case .isMFAEnabled: return user.map { .bool($0.isMFAEnabled) }
        case .passwordAt, .deviceAt: return nil
        }
    }

    /// Returns how many seconds ago something was; nil for never.
    func seconds(since text: String) -> TimeInterval? {
        // When a device was asked last isn't kept: it counts as never, so that it is asked.
        SignOnVariable(text) == .passwordAt ? session.map { now.timeIntervalSince($0.created) } : nil
    }
}

extension SignOnCondition {
    func holds(_ facts: SignOnFacts) -> Bool {
        switch self {
        case .and(let conditions): conditions.allSatisfy { $0.holds(facts) }
        case .or(let conditions): conditions.contains { $0.holds(facts) }
        case .not(let condition): !condition.holds(facts)
        case .equals(let value, let operand): facts.value(of: value) == operand
        case .addressRange(let value, let ranges):
            facts.value(of: value)?.string.map { address in
                ranges.compactMap(AddressRange.init).contains { $0.contains(address) }
            } ?? false
        case .secondsSince(let moment, let seconds): facts.seconds(since: moment).map { $0 > TimeInterval(seconds) } ?? true
        case .network(let object): facts.network.map { NetworkCondition(object)?.holds($0) ?? true } ?? true
        }
    }

    /// Whether it, or a part of it, asks about networks and places.
    var asksNetwork: Bool {
        switch self {
        case .and(let conditions), .or(let conditions): conditions.contains(where: \.asksNetwork)
        case .not(let condition): condition.asksNetwork
        case .network: true
        default: false
        }
    }

    /// The reason for which it can't be decided here; nil when it can.
    package var problem: String? {
        switch self {
        case .and(let conditions), .or(let conditions): conditions.lazy.compactMap(\.problem).first
        case .not(let condition): condition.problem
        case .equals(let text, _), .addressRange(let text, _), .secondsSince(let text, _):
            SignOnVariable.isUnknown(text) ? "nothing here knows the variable \(text)" : nil
        case .network(let object):
            NetworkCondition(object) == nil ? "\(object.names.joined(separator: ", ")) isn't written as the platform has it" : nil
        }
    }
}
