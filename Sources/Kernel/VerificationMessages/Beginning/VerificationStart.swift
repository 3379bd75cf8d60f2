public import DeviceMessages
public import JOSE
public import Primitives

/// The call by which an app begins the verification of a code: `POST /verifications`, with the key that signs embedded in the proof
/// (`docs/protocols/verify.md` 4.1).
public struct VerificationStart: Sendable, Equatable {
    /// The code, of 12 digits.
    public var code: Secret
    /// The key that answers may be sealed for, of ECDH-ES on P-256.
    public var agreement: JWK
    /// The id of the application that the app is; nil when it names none.
    public var application: String?
    /// The system that the app says it runs on, such as `iOS`; nil when it names none.
    public var system: String?
    /// The way to tell the app that the result is there; nil for one that asks.
    public var push: PushAddress?

    /// Makes a call of its members, which are taken unchecked. By default it names neither application nor system and has no push.
    public init(code: Secret, agreement: JWK, application: String? = nil, system: String? = nil, push: PushAddress? = nil) {
        self.code = code
        self.agreement = agreement
        self.application = application
        self.system = system
        self.push = push
    }

    /// The JSON object of the wire, with the members `code`, `enc`, `application`, `osType` and `push`.
    public var json: JSONValue {
        var object: JSONObject = ["code": .string(code.reveal()), "enc": JSONValue(agreement)]
        object["application"] = application.map(JSONValue.string)
        object["osType"] = system.map(JSONValue.string)
        object["push"] = push?.json
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a required member is missing, or a member has the wrong type or size; `.notFound` for a
    ///   code that can't be one.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the start")
        agreement = try members.key("enc")
        application = try members.optionalText("application", atMost: 128)
        system = try members.optionalText("osType", atMost: 64)
        push = try members.optional("push") == nil ? nil : try PushAddress(json: members.object["push"] ?? .null)
        guard let code = VerificationCode.canonical(try members.text("code", atMost: 64)) else {
            throw DeviceError(.notFound, "there is no verification of this code")
        }
        self.code = code
    }
}
