public import Primitives

/// The answer to an installation that claims an authentication code: `POST /authentication-codes/{code}/claim`.
public struct AuthenticationCodeClaim: Sendable, Equatable {
    /// The state of a code, as the documented SDK tells it.
    public enum Status: String, Sendable, CaseIterable {
        /// The installation holds the code, and the user's decision is awaited.
        case claimed = "CLAIMED"
        /// The sign-in was approved, or needed no approval.
        case completed = "COMPLETED"
        /// The user denied the sign-in.
        case denied = "DENIED"
        /// The code's time has passed.
        case expired = "EXPIRED"
    }

    /// The state of the code after this call.
    public var status: Status
    /// The users of this installation who may sign in by it.
    public var users: [DeviceUser]
    /// Whether the user has to approve; otherwise scanning is enough.
    public var needsApproval: Bool
    /// The text for the app, as the client that asked gave it; at most ``ChallengeDocument/longestContext`` bytes.
    public var clientContext: String?
    /// The party that asks, as far as the server says.
    public var requester: ChallengeDocument.Requester
    /// Given back with the decision; nil when there is nothing to decide.
    public var nonce: String?
    /// The demand that the device bring evidence of its integrity along with an approval; nil when it need not.
    public var integrity: ChallengeDocument.Integrity?

    /// Makes an authentication code claim of its members, which are taken unchecked. By default `clientContext`, `nonce` and `integrity`
    /// are nil, `users` is empty, `needsApproval` is `true`, and `requester` is `.init()`.
    public init(
        _ status: Status, users: [DeviceUser] = [], needsApproval: Bool = true, clientContext: String? = nil,
        requester: ChallengeDocument.Requester = .init(), nonce: String? = nil, integrity: ChallengeDocument.Integrity? = nil
    ) {
        self.status = status
        self.users = users
        self.needsApproval = needsApproval
        self.clientContext = clientContext
        self.requester = requester
        self.nonce = nonce
        self.integrity = integrity
    }

    /// The JSON object of the wire, with the members `status`, `users`, `userApproval`, `requester`, `clientContext`, `nonce` and
    /// `integrity`.
    public var json: JSONValue {
        var object: JSONObject = [
            "status": .string(status.rawValue), "users": .array(users.map(\.json)),
            "userApproval": needsApproval ? "REQUIRED" : "NOT_REQUIRED", "requester": requester.json,
        ]
        object["clientContext"] = clientContext.map(JSONValue.string)
        object["nonce"] = nonce.map(JSONValue.string)
        object["integrity"] = integrity.map { .string($0.rawValue) }
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the claim")
        guard let status = Status(exactly: try members.text("status")) else { throw members.wrong("status", "one of this protocol") }
        self.status = status
        users = []
        for user in members.object["users"]?.array ?? [] { users.append(try DeviceUser(json: user)) }
        needsApproval = try members.text("userApproval") != "NOT_REQUIRED"
        clientContext = try members.optionalText("clientContext", atMost: ChallengeDocument.longestContext)
        requester = try ChallengeDocument.Requester(members.optional("requester"))
        nonce = try members.optionalText("nonce")
        integrity = try members.optionalText("integrity").flatMap(ChallengeDocument.Integrity.init)
    }
}

/// The user's decision about an authentication code: `POST /authentication-codes/{code}/decision`. The answer is an
/// ``AuthenticationCodeClaim`` with the new status.
public struct AuthenticationCodeDecision: Sendable, Equatable {
    /// The direction of the decision, `decision` on the wire.
    public var verdict: ChallengeDecision.Verdict
    /// The user who decides; needed to approve, and may be left out to deny.
    public var user: String?
    /// The claim's.
    public var nonce: String
    /// The evidence that app and device are genuine.
    public var integrity: IntegrityEvidence?

    /// Makes an authentication code decision of its members, which are taken unchecked. By default `integrity` is nil.
    public init(_ verdict: ChallengeDecision.Verdict, user: String?, nonce: String, integrity: IntegrityEvidence? = nil) {
        self.verdict = verdict
        self.user = user
        self.nonce = nonce
        self.integrity = integrity
    }

    /// The JSON object of the wire, with the members `decision`, `nonce`, `userId` and `integrity`.
    public var json: JSONValue {
        var object: JSONObject = ["decision": .string(verdict.rawValue), "nonce": .string(nonce)]
        object["userId"] = user.map(JSONValue.string)
        object["integrity"] = integrity?.json
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the decision")
        guard let verdict = ChallengeDecision.Verdict(exactly: try members.text("decision")) else {
            throw members.wrong("decision", "approve or deny")
        }
        self.verdict = verdict
        user = try members.optionalText("userId")
        nonce = try members.text("nonce")
        integrity = try members.optional("integrity").map(IntegrityEvidence.init)
        guard verdict == .deny || user != nil else { throw members.missing("userId") }
    }
}
