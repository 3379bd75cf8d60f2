public import Primitives

/// Claims to issue, in which each member and each element is marked that its holder may keep back (RFC 9901 §6).
public indirect enum ClaimTree: Sendable, Equatable {
    /// A value in which nothing can be kept back by itself.
    case value(JSONValue)
    /// An object, perhaps with members that can be kept back.
    case object(DisclosableObject)
    /// An array, perhaps with elements that can be kept back, among so many digests of nothing.
    case array([ClaimTree], decoys: Int = 0)
    /// A member or an element that the holder may keep back. Within one that is kept back there may be others.
    case disclosable(ClaimTree)
}

/// An object of claims to issue.
public struct DisclosableObject: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// A member of the object.
    public struct Member: Sendable, Equatable {
        /// The name.
        public let name: String
        /// The value; a ``ClaimTree/disclosable(_:)`` one hides the name as well.
        public let value: ClaimTree

        /// Makes a member of its name and value.
        public init(_ name: String, _ value: ClaimTree) {
            self.name = name
            self.value = value
        }
    }

    /// The members in order.
    public var members: [Member]
    /// The number of digests of nothing, which hide how many members can be kept back (RFC 9901 §4.2.5).
    public var decoys: Int

    /// An object of some members, without decoys unless given.
    public init(_ members: [Member] = [], decoys: Int = 0) {
        self.members = members
        self.decoys = decoys
    }

    public init(dictionaryLiteral elements: (String, ClaimTree)...) { self.init(elements.map { Member($0.0, $0.1) }) }
}

extension ClaimTree: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral {
    public init(stringLiteral value: String) { self = .value(.string(value)) }
    public init(integerLiteral value: Int64) { self = .value(.integer(value)) }
    public init(booleanLiteral value: Bool) { self = .value(.bool(value)) }
    public init(dictionaryLiteral elements: (String, ClaimTree)...) {
        self = .object(DisclosableObject(elements.map { DisclosableObject.Member($0.0, $0.1) }))
    }
}
