import Crypto
public import Foundation
import Primitives

/// The way in which a user shows that it is them.
public enum AuthenticationMethod: UInt8, Sendable, CaseIterable {
    /// Nothing is asked of the user.
    case none = 0
    /// The PIN.
    case password = 1
    /// A fingerprint or whatever the device has.
    case biometric = 2
    /// The face.
    case face = 3

    /// Whether the code comes from the secret that the PIN protects.
    public var usesPIN: Bool { self == .password }
}

/// A request of the server, to sign in or to sign.
public struct RemoteRequest: Sendable, Hashable {
    /// The number of the request for this device; each is taken once.
    public var sequence: UInt64
    /// The session that it belongs to.
    public var session: String
    /// The id of the request.
    public var id: String
    /// The way in which the user is to be verified.
    public var method: AuthenticationMethod
    /// The end of the session.
    public var deadline: Date
    /// The text that the user decides about; empty for a request that isn't shown.
    public var display: DisplayData
    /// The additions that aren't shown.
    public var additional: AdditionalData

    /// Makes a request of its members.
    /// - Throws: ``CommandError/Code/tooLarge`` for an id of more than 128 bytes.
    public init(
        sequence: UInt64, session: String, id: String, method: AuthenticationMethod, deadline: Date, display: DisplayData,
        additional: AdditionalData
    ) throws(CommandError) {
        try CommandText.check(session, 128, "a session's id")
        try CommandText.check(id, 128, "a request's id")
        self.sequence = sequence
        self.session = session
        self.id = id
        self.method = method
        self.deadline = deadline
        self.display = display
        self.additional = additional
    }

    /// The request as it travels.
    public var bytes: [UInt8] {
        var fields = FieldWriter()
        fields.add(1, number: sequence)
        fields.add(2, text: session)
        fields.add(3, text: id)
        fields.add(4, byte: method.rawValue)
        fields.add(5, number: UInt64(deadline.timeIntervalSince1970.clamped))
        fields.add(6, display.bytes)
        fields.add(7, additional.bytes)
        return fields.bytes
    }

    /// Reads a request.
    /// - Throws: ``CommandError``.
    public init(bytes: [UInt8]) throws(CommandError) {
        let fields = try FieldReader(bytes, tags: 1...7)
        guard let method = AuthenticationMethod(rawValue: try fields.byte(4)) else { throw CommandError(.malformed, "an unknown method") }
        try self.init(
            sequence: try fields.number(1), session: try fields.text(2, 128), id: try fields.text(3, 128), method: method,
            deadline: try fields.time(5), display: try DisplayData(bytes: try fields.bytes(6)),
            additional: try AdditionalData(bytes: try fields.bytes(7)))
    }
}
