import Primitives

/// A use that an authenticator's secret has, with a key of its own.
public struct CryptographicApplication: Sendable, Hashable {
    /// The uses.
    public enum Use: UInt8, Sendable, CaseIterable {
        /// The codes that end an activation.
        case activation = 1
        /// One-time passwords by the clock (RFC 6238).
        case oneTimePassword = 2
        /// Answers to a challenge (RFC 6287).
        case challengeResponse = 3
        /// Signatures of data fields (RFC 6287).
        case signature = 4
    }

    static let byteCount = 4

    /// The number by which apps name it, 1 to 8.
    public let index: Int
    /// The use.
    public let use: Use
    /// The number of digits of its codes, 6 to 10.
    public let digits: Int
    /// Whether a host code comes with a code: by it the user knows the server.
    public let hasHostCode: Bool

    /// Makes an application.
    /// - Throws: ``CommandError/Code/invalid`` for an index or a number of digits out of range.
    public init(_ index: Int, _ use: Use, digits: Int = 8, hasHostCode: Bool = false) throws(CommandError) {
        guard (1...8).contains(index), (6...10).contains(digits) else {
            throw CommandError(.invalid, "an application has an index of 1 to 8 and 6 to 10 digits")
        }
        self.init(index: index, use: use, digits: digits, hasHostCode: hasHostCode)
    }

    private init(index: Int, use: Use, digits: Int, hasHostCode: Bool) {
        self.index = index
        self.use = use
        self.digits = digits
        self.hasHostCode = hasHostCode
    }

    /// The usual layout: activation 1, one-time passwords 2, challenges 3, signatures 4; the last two with host codes.
    public static let usual = [
        CryptographicApplication(index: 1, use: .activation, digits: 8, hasHostCode: false),
        CryptographicApplication(index: 2, use: .oneTimePassword, digits: 8, hasHostCode: false),
        CryptographicApplication(index: 3, use: .challengeResponse, digits: 8, hasHostCode: true),
        CryptographicApplication(index: 4, use: .signature, digits: 8, hasHostCode: true),
    ]

    var bytes: [UInt8] { [UInt8(index), use.rawValue, UInt8(digits), hasHostCode ? 1 : 0] }

    init(bytes: [UInt8]) throws(CommandError) {
        guard bytes.count == Self.byteCount, let use = Use(rawValue: bytes[1]), bytes[3] <= 1 else {
            throw CommandError(.malformed, "an application")
        }
        try self.init(Int(bytes[0]), use, digits: Int(bytes[2]), hasHostCode: bytes[3] == 1)
    }
}
