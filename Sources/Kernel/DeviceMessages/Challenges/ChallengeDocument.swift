internal import Crypto
public import Foundation
public import Primitives

/// The document that a user is asked to approve: `GET /challenges/{id}`. It never changes, so that the hash of its bytes tells what was
/// shown.
public struct ChallengeDocument: Sendable, Equatable {
    /// The party that asks.
    public struct Requester: Sendable, Equatable {
        /// The application in which the user signs in, and its name.
        public var application: String?
        /// The application's name for people.
        public var name: String?
        /// The network address that the sign-in comes from.
        public var address: String?
        /// The text by which the browser or app that asks names itself; nothing proves it.
        public var userAgent: String?

        /// Makes a requester of its members, which are taken unchecked. By default `application`, `name`, `address` and `userAgent` are
        /// nil.
        public init(application: String? = nil, name: String? = nil, address: String? = nil, userAgent: String? = nil) {
            self.application = application
            self.name = name
            self.address = address
            self.userAgent = userAgent
        }
    }

    /// The challenge's id.
    public var challenge: String
    /// The id of the pairing that is asked.
    public var pairing: String
    /// The purpose of the push that announced the challenge.
    public var kind: PushStatement.Kind
    /// The user who is asked.
    public var user: DeviceUser
    /// The time when the challenge was made.
    public var created: Date
    /// The time from which no decision is taken.
    public var expires: Date
    /// The number that the user must pick or enter; nil when none is asked for.
    public var number: NumberMatching?
    /// A text for the app, as the client that asked gave it.
    public var clientContext: String?
    /// The party that asks, as far as the server says.
    public var requester: Requester
    /// The demand that the device bring evidence of its integrity along; nil when it need not.
    public var integrity: Integrity?

    /// The treatment of a decision without good evidence.
    public enum Integrity: String, Sendable { case permissive, restrictive }

    /// Makes a challenge document of its members, which are taken unchecked. By default `number`, `clientContext` and `integrity` are nil,
    /// and `requester` is `Requester()`.
    public init(
        challenge: String, pairing: String, kind: PushStatement.Kind, user: DeviceUser, created: Date, expires: Date,
        number: NumberMatching? = nil, clientContext: String? = nil, requester: Requester = Requester(), integrity: Integrity? = nil
    ) {
        self.challenge = challenge
        self.pairing = pairing
        self.kind = kind
        self.user = user
        self.created = created
        self.expires = expires
        self.number = number
        self.clientContext = clientContext
        self.requester = requester
        self.integrity = integrity
    }

    /// The JSON object of the wire, with the members `challenge`, `pairingId`, `kind`, `user`, `created`, `expires`, `number`,
    /// `clientContext`, `requester` and `integrity`.
    public var json: JSONValue {
        var object: JSONObject = [
            "challenge": .string(challenge), "pairingId": .string(pairing), "kind": .string(kind.rawValue), "user": user.json,
            "created": JSONValue(created), "expires": JSONValue(expires),
        ]
        object["number"] = number?.json
        object["clientContext"] = clientContext.map(JSONValue.string)
        object["requester"] = requester.json
        object["integrity"] = integrity.map { .string($0.rawValue) }
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the challenge")
        challenge = try members.text("challenge")
        pairing = try members.text("pairingId")
        guard let kind = PushStatement.Kind(exactly: try members.text("kind")) else { throw members.wrong("kind", "one of this protocol") }
        self.kind = kind
        user = try DeviceUser(json: members.object["user"] ?? .null)
        created = try members.time("created")
        expires = try members.time("expires")
        number = try members.optional("number").map(NumberMatching.init)
        clientContext = try members.optionalText("clientContext", atMost: Self.longestContext)
        requester = try Requester(members.optional("requester"))
        integrity = try members.optionalText("integrity").flatMap(Integrity.init)
    }

    /// The longest `clientContext`, in bytes.
    public static let longestContext = 4096

    /// Returns what a decision says of the document that was shown: SHA-256 of the bytes as fetched, in base64url.
    public static func hash(of bytes: [UInt8]) -> String { Base64URL.encode(SHA256.hash(data: bytes)) }
}

extension ChallengeDocument.Requester {
    var json: JSONValue {
        var object = JSONObject()
        object["application"] = application.map(JSONValue.string)
        object["name"] = name.map(JSONValue.string)
        object["address"] = address.map(JSONValue.string)
        object["userAgent"] = userAgent.map(JSONValue.string)
        return .object(object)
    }

    init(_ members: Members?) throws(DeviceError) {
        self.init(
            application: try members?.optionalText("application"), name: try members?.optionalText("name"),
            address: try members?.optionalText("address"), userAgent: try members?.optionalText("userAgent"))
    }
}
