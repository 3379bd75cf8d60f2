import Primitives
import RiskSignals

/// The answer of a source outside: a geographic file, a list of addresses.
public enum Lookup<Value: Sendable & Equatable>: Sendable, Equatable {
    /// There is no such source.
    case unlicensed
    /// The source doesn't know.
    case unknown
    /// The source's answer.
    case found(Value)

    /// The answer, when there is one.
    public var value: Value? { if case .found(let value) = self { value } else { nil } }

    /// The member's value in JSON: absent without a source, else an object with `value`, or an empty one.
    func json(_ write: (Value) -> JSONValue) -> JSONValue? {
        switch self {
        case .unlicensed: nil
        case .unknown: .object([:])
        case .found(let value): ["value": write(value)]
        }
    }

    init(_ name: String, of members: RiskMembers, _ read: (RiskMembers) throws(RiskError) -> Value) throws(RiskError) {
        guard let inside = try members.optional(name) else {
            self = .unlicensed
            return
        }
        self = inside.has("value") ? .found(try read(inside)) : .unknown
    }
}
