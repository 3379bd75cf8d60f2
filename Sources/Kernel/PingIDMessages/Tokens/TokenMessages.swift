public import DeviceMessages
public import Foundation
public import Primitives

/// Claims an authentication token for this installation.
public struct TokenClaim: Sendable, Equatable {
    /// The members on the wire, for both halves.
    package enum Member: String, Sendable, CaseIterable {
        case token
    }

    /// The longest token, in bytes.
    public static let longest = 512

    /// The token of the QR code.
    public var token: Secret

    /// Makes a claim.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/token`` for a text that is empty or too long.
    public init(_ text: String) throws(DeviceError) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...Self.longest).contains(text.utf8.count) else {
            throw DeviceError(.token, "an authentication token has 1 to \(Self.longest) bytes")
        }
        token = Secret(text)
    }

    /// The JSON object of the wire, with the member `token`.
    public var json: JSONValue { [Member.token.rawValue: .string(token.reveal())] }

    /// Reads ``json``.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/malformed`` when the member is missing, or has the wrong type or size;
    ///   ``/DeviceMessages/DeviceError/Code/token`` for a blank one.
    public init(json: JSONValue) throws(DeviceError) {
        try self.init(Members(json, of: "the claim").text(Member.token.rawValue, atMost: Self.longest))
    }
}

/// The state of an authentication token that this installation claimed.
public struct TokenReport: Sendable, Equatable {
    /// The greatest number of users.
    public static let mostUsers = 100

    /// The session that the token began.
    public var session: String
    /// The state.
    public var status: TokenStatus
    /// The users who may be chosen; not empty where the status asks for a choice.
    public var users: [TokenUser]
    /// The text for the app, as the customer's server gave it.
    public var clientContext: String?
    /// The time when the token is over.
    public var expires: Date

    /// Makes a report of its members, which are taken unchecked. By default there are no users and no client context.
    public init(session: String, status: TokenStatus, users: [TokenUser] = [], clientContext: String? = nil, expires: Date) {
        self.session = session
        self.status = status
        self.users = users
        self.clientContext = clientContext
        self.expires = expires
    }

    /// The JSON object of the wire, with the members `session`, `status`, `users`, `clientContext` and `expires`.
    public var json: JSONValue {
        var object: JSONObject = ["session": .string(session), "status": .string(status.rawValue), "expires": JSONValue(expires)]
        if !users.isEmpty { object["users"] = .array(users.map(\.json)) }
        object["clientContext"] = clientContext.map(JSONValue.string)
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/malformed`` when a required member is missing, a member has the wrong type or size, or a
    ///   status that asks for a choice comes without users.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the token's state")
        session = try members.text("session", atMost: SessionQuery.longestID)
        status = try members.choice("status")
        users = try members.list("users", atMost: Self.mostUsers, TokenUser.init(json:))
        clientContext = try members.optionalText("clientContext", atMost: SessionDetails.longestContext)
        expires = try members.time("expires")
        guard !status.listsUsers || !users.isEmpty else { throw members.missing("users") }
    }
}
