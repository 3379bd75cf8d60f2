public import DeviceMessages
public import Primitives

/// Asks how a session stands.
public struct SessionQuery: Sendable, Equatable {
    /// The members on the wire, for both halves.
    package enum Member: String, Sendable, CaseIterable {
        case session
    }

    /// The longest id of a session, in bytes.
    public static let longestID = 128

    /// The session's id.
    public var session: String

    /// Makes a query of its `session`, which is taken unchecked.
    public init(_ session: String) { self.session = session }

    /// The JSON object of the wire, with the member `session`.
    public var json: JSONValue { [Member.session.rawValue: .string(session)] }

    /// Reads ``json``.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/malformed`` when the member is missing, or has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        session = try Members(json, of: "the query").text(Member.session.rawValue, atMost: Self.longestID)
    }
}

/// The user's choice in a session.
public struct SessionSelection: Sendable, Equatable {
    /// The members on the wire, for both halves.
    package enum Member: String, Sendable, CaseIterable {
        case session, nonce, selection
    }

    /// The session's id.
    public var session: String
    /// The push's nonce; nil for a session that began without a push.
    public var nonce: String?
    /// The choice.
    public var selection: UserSelection

    /// Makes a session selection of its members, which are taken unchecked. By default `nonce` is nil.
    public init(session: String, nonce: String? = nil, selection: UserSelection) {
        self.session = session
        self.nonce = nonce
        self.selection = selection
    }

    /// The JSON object of the wire, with the members `session`, `nonce` and `selection`.
    public var json: JSONValue {
        var object: JSONObject = [Member.session.rawValue: .string(session), Member.selection.rawValue: selection.json]
        object[Member.nonce.rawValue] = nonce.map(JSONValue.string)
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size;
    ///   ``/DeviceMessages/DeviceError/Code/selectionMissing``.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the selection")
        session = try members.text(Member.session.rawValue, atMost: SessionQuery.longestID)
        nonce = try members.optionalText(Member.nonce.rawValue, atMost: 128)
        selection = try UserSelection(members.inside(Member.selection.rawValue))
    }
}

/// The device's own answer to a silent push, by which it shows that pushes reach it.
public struct SessionAcknowledgement: Sendable, Equatable {
    /// The members on the wire, for both halves.
    package enum Member: String, Sendable, CaseIterable {
        case session, nonce
    }

    /// The session's id.
    public var session: String
    /// The push's nonce; no other call gives it away.
    public var nonce: String

    /// Makes an acknowledgement of its members, which are taken unchecked.
    public init(session: String, nonce: String) {
        self.session = session
        self.nonce = nonce
    }

    /// The JSON object of the wire, with the members `session` and `nonce`.
    public var json: JSONValue { [Member.session.rawValue: .string(session), Member.nonce.rawValue: .string(nonce)] }

    /// Reads ``json``.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the acknowledgement")
        session = try members.text(Member.session.rawValue, atMost: SessionQuery.longestID)
        nonce = try members.text(Member.nonce.rawValue, atMost: 128)
    }
}
