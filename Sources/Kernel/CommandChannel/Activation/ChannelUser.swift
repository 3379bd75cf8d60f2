import Primitives

/// A user within a domain of the server, as both sides compute with it.
public struct ChannelUser: Sendable, Hashable, CustomStringConvertible {
    /// The number of bytes of a name at most.
    public static let longestName = 256
    /// The number of bytes of a domain at most.
    public static let longestDomain = 64

    /// The user's identifier.
    public let name: String
    /// The domain; empty for the server's default.
    public let domain: String

    /// Makes a user.
    /// - Throws: ``CommandError/Code/invalid`` for a name that is empty, too long, or has control characters.
    public init(_ name: String, domain: String = "") throws(CommandError) {
        guard !name.isEmpty, name.utf8.count <= Self.longestName, domain.utf8.count <= Self.longestDomain,
            (Array(name.utf8) + Array(domain.utf8)).allSatisfy({ $0 >= 0x20 && $0 != 0x7f })
        else { throw CommandError(.invalid, "a user's name has 1 to 256 bytes without control characters, and its domain at most 64") }
        self.name = name
        self.domain = domain
    }

    /// The name and the domain, each after its length.
    var encoded: [UInt8] {
        var fields = FieldWriter()
        fields.add(1, text: name)
        fields.add(2, text: domain)
        return fields.bytes
    }

    init(_ reader: FieldReader, name: UInt8, domain: UInt8) throws(CommandError) {
        try self.init(try reader.text(name, Self.longestName), domain: try reader.text(domain, Self.longestDomain))
    }

    public var description: String { domain.isEmpty ? name : "\(name)@\(domain)" }
}
