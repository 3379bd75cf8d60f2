import Primitives

/// The additions to a request that aren't shown: names with bytes. The answer's signature covers it like all of the request.
public struct AdditionalData: Sendable, Hashable {
    /// The greatest number of members.
    public static let most = 16
    /// The number of bytes of a value at most.
    public static let longestValue = 2_048

    /// A name with its bytes.
    public struct Member: Sendable, Hashable {
        /// The name, of at most 64 bytes.
        public let name: String
        /// The bytes.
        public let value: [UInt8]

        /// Makes a member, which ``AdditionalData/init(_:)`` checks.
        public init(_ name: String, _ value: [UInt8]) {
            self.name = name
            self.value = value
        }
    }

    /// The members in order.
    public let members: [Member]

    /// Checks members.
    /// - Throws: ``CommandError/Code/tooLarge``; ``CommandError/Code/invalid`` for a name that is used twice.
    public init(_ members: [Member] = []) throws(CommandError) {
        guard members.count <= Self.most, members.allSatisfy({ $0.name.utf8.count <= 64 && $0.value.count <= Self.longestValue }) else {
            throw CommandError(.tooLarge, "at most 16 additions of 2048 bytes")
        }
        guard members.count < 2 || Set(members.map { Array($0.name.utf8) }).count == members.count else {
            throw CommandError(.invalid, "a name is used twice")
        }
        self.members = members
    }

    /// No additions.
    public static let none = Self(checked: [])

    private init(checked members: [Member]) { self.members = members }

    /// The value of a name.
    public subscript(name: String) -> [UInt8]? { members.first { $0.name == name }?.value }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for member in members {
            bytes.append(lengthPrefixed: member.name.utf8)
            bytes.append(lengthPrefixed: member.value)
        }
        return bytes
    }

    init(bytes: [UInt8]) throws(CommandError) {
        var (rest, members) = (bytes[...], [Member]())
        while !rest.isEmpty {
            guard let name = rest.takeLengthPrefixed(), let value = rest.takeLengthPrefixed(), members.count < Self.most else {
                throw CommandError(.malformed, "the additions are cut off, or too many")
            }
            members.append(Member(try CommandText.read(name), Array(value)))
        }
        try self.init(members)
    }
}
