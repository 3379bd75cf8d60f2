public import Primitives

/// The body of a journey that succeeded (`docs/protocols/step-protocol.md` 2.4).
public struct JourneySuccess: Sendable, Equatable {
    /// The session token; absent when the journey made no session or the token travels in the cookie only.
    public var tokenID: String?
    /// The next place for a browser: a path or an absolute URL.
    public var successURL: String
    /// The realm as a slash path: `/` or `/alpha`.
    public var realm: String
    /// The sentence that says that there is no session, of a journey that made none.
    public var message: String?
    /// Further members that the journey's nodes added.
    public var details: JSONObject

    /// Makes a journey success of its members, which are taken unchecked. By default `message` is nil, and `details` is empty.
    public init(
        tokenID: String?, successURL: String, realm: String, message: String? = nil, details: JSONObject = JSONObject()
    ) {
        self.tokenID = tokenID
        self.successURL = successURL
        self.realm = realm
        self.message = message
        self.details = details
    }

    /// The JSON object of the wire, with the members `tokenId`, `message`, `successUrl` and `realm`.
    public var json: JSONValue {
        var object = details
        object["tokenId"] = tokenID.map(JSONValue.string)
        object["message"] = message.map(JSONValue.string)
        object["successUrl"] = .string(successURL)
        object["realm"] = .string(realm)
        return .object(object)
    }

    /// Reads the wire form; a success is an object without `authId`. An empty `tokenId` is none: the token travels in the cookie only.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when it is no object, or has an `authId`.
    public init(json: JSONValue) throws(JourneyMessageError) {
        guard var object = json.object, object["authId"] == nil else {
            throw JourneyMessageError(.malformed, "a success is a JSON object without authId")
        }
        self.init(
            tokenID: object["tokenId"]?.string.flatMap { $0.isEmpty ? nil : $0 }, successURL: object["successUrl"]?.string ?? "",
            realm: object["realm"]?.string ?? "/", message: object["message"]?.string)
        for name in ["tokenId", "successUrl", "realm", "message"] { object[name] = nil }
        details = object
    }
}

/// The server's answer to a step: another one, or the end.
public enum JourneyResponse: Sendable, Equatable {
    /// The next step, which the client must answer.
    case step(Step)
    /// The end of a journey that succeeded.
    case success(JourneySuccess)

    /// Reads the body of a 200 answer: with `authId` a step, else a success.
    /// - Throws: ``JourneyMessageError`` as the step or the success is refused.
    public init(json: JSONValue) throws(JourneyMessageError) {
        if json["authId"] == nil {
            self = .success(try JourneySuccess(json: json))
        } else {
            self = .step(try Step(json: json))
        }
    }
}

/// An error body of the server's JSON endpoints (`docs/protocols/step-protocol.md` 2.5): `code`, `reason`, `message`, `detail`.
public struct JourneyFailure: Sendable, Equatable {
    /// The HTTP status.
    public var code: Int
    /// The status in words, such as `Unauthorized`.
    public var reason: String
    /// The explanation, which clients may show; some of them recognise failures by it.
    public var message: String
    /// Further facts about the failure, such as `errorCode`; nil for none.
    public var detail: JSONValue?

    /// Makes a journey failure of its members, which are taken unchecked. By default `detail` is nil.
    public init(code: Int, reason: String, message: String, detail: JSONValue? = nil) {
        self.code = code
        self.reason = reason
        self.message = message
        self.detail = detail
    }

    /// The JSON object of the wire, with the members `code`, `reason`, `message` and `detail`.
    public var json: JSONValue {
        var object: JSONObject = ["code": .integer(Int64(code)), "reason": .string(reason), "message": .string(message)]
        object["detail"] = detail
        return .object(object)
    }

    /// Reads the wire form; nil when the body has no `message`.
    public init?(json: JSONValue) {
        guard let message = json["message"]?.string else { return nil }
        self.init(
            code: json["code"]?.integer.flatMap { Int(exactly: $0) } ?? 0, reason: json["reason"]?.string ?? "",
            message: message, detail: json["detail"])
    }

    /// Whether the journey ran out of time and can be started again (`detail.errorCode` is `"110"`).
    public var isTimeout: Bool { detail?["errorCode"]?.string == "110" }

    /// Whether a suspended journey's link is unknown or used up.
    public var isSuspensionExpired: Bool { detail == nil && message.contains(Self.suspendedException) }

    /// Whether the realm has no such journey, or clients may not begin it.
    public var isUnknownJourney: Bool { code == 400 && message == Self.unknownJourney }

    /// The text by which clients recognise that there is no such journey.
    public static let unknownJourney = "No Configuration found"

    /// The text by which clients recognise an expired suspension.
    public static let suspendedException = "org.forgerock.openam.auth.nodes.framework.token.SuspendedAuthSessionException"
}
