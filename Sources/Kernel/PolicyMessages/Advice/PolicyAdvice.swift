import Primitives

/// The demands of a policy before it grants: a list of conditions, each with its values (`docs/protocols/step-protocol.md` 10.2).
///
/// A server hands it out with a decision, a resource server passes it on in one of several forms, and a client begins a journey with its
/// ``xml``.
public struct PolicyAdvice: Sendable, Equatable {
    /// A condition that isn't met. Names that aren't known are kept.
    public struct Condition: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public var description: String { rawValue }

        /// A transaction has to be approved; the value is its id.
        public static let transaction = Condition(rawValue: "TransactionConditionAdvice")
        /// A journey has to be passed; the value is its name, perhaps with the realm before it: `/alpha:StepUp`.
        public static let service = Condition(rawValue: "AuthenticateToServiceConditionAdvice")
        /// A session of this level is needed; the value is a whole number, perhaps with the realm before it.
        public static let level = Condition(rawValue: "AuthLevelConditionAdvice")
        /// The session is too old; the value is the age allowed, in minutes.
        public static let session = Condition(rawValue: "SessionConditionAdvice")
    }

    /// A condition with its values.
    public struct Entry: Sendable, Equatable {
        /// The condition that is not met yet.
        public let condition: Condition
        /// The condition's values, in the order in which they were added.
        public fileprivate(set) var values: [String]
    }

    /// The conditions in order, each once.
    public private(set) var entries: [Entry] = []

    /// Advice of nothing.
    public init() {}

    /// Advice of one condition with one value.
    public init(_ condition: Condition, _ value: String) { add(condition, value) }

    /// Whether no condition is named.
    public var isEmpty: Bool { entries.isEmpty }

    /// The values of a condition; none when it isn't asked for.
    public subscript(condition: Condition) -> [String] { entries.first { $0.condition == condition }?.values ?? [] }

    /// The transaction to approve, if there is one.
    public var transactionID: String? { self[.transaction].first }

    /// Adds a value to a condition, unless it is there.
    public mutating func add(_ condition: Condition, _ value: String) {
        guard let index = entries.firstIndex(where: { $0.condition == condition }) else {
            return entries.append(Entry(condition: condition, values: [value]))
        }
        if !entries[index].values.contains(value) { entries[index].values.append(value) }
    }

    /// Adds all of another advice.
    public mutating func add(_ other: PolicyAdvice) {
        for entry in other.entries { for value in entry.values { add(entry.condition, value) } }
    }
}
