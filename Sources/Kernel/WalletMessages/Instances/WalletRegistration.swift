public import DeviceMessages
public import Foundation
public import JOSE
public import Primitives

/// The call by which an instance introduces itself: `POST /instances`, with its `sig` key in the proof (`docs/protocols/claims.md` 5.1).
public struct WalletRegistration: Sendable, Equatable {
    /// The instance's id, made up by the client, and bound to its keys for ever.
    public var id: UUID
    /// The key that signs, of ES256.
    public var signing: JWK
    /// The key that messages are sealed for, of ECDH-ES on P-256.
    public var agreement: JWK
    /// The system that the app says it runs on, such as `iOS`; nil when it says none.
    public var osType: String?
    /// The way to tell it of mail; nil for one that looks by itself.
    public var reach: WalletReach?

    /// Makes a registration of its members, which are taken unchecked. By default there is no `osType` and no `reach`.
    public init(id: UUID, signing: JWK, agreement: JWK, osType: String? = nil, reach: WalletReach? = nil) {
        self.id = id
        self.signing = signing
        self.agreement = agreement
        self.osType = osType
        self.reach = reach
    }

    /// The JSON object of the wire, with the members `id`, `jwks` (of `sig` and `enc`), `osType`, and `push` or `callback`.
    public var json: JSONValue {
        var object: JSONObject = [
            "id": .string(id.text), "jwks": ["sig": JSONValue(signing), "enc": JSONValue(agreement)],
        ]
        object["osType"] = osType.map(JSONValue.string)
        if let member = reach?.member { object[member.name] = member.value }
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a required member is missing, or a member has the wrong type or size; also when one key is to
    ///   serve both uses.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the registration")
        id = try members.id("id")
        let keys = try members.inside("jwks")
        signing = try keys.key("sig")
        agreement = try keys.key("enc")
        guard signing.thumbprintText != agreement.thumbprintText else { throw keys.wrong("enc", "another key than sig") }
        osType = try members.optionalText("osType", atMost: 64)
        reach = try WalletReach(members)
    }
}

extension Members {
    /// The UUID of a member, in small letters.
    func id(_ name: String) throws(DeviceError) -> UUID {
        let text = try text(name, atMost: 36)
        guard let id = UUID(text: text), id.text == text else { throw wrong(name, "a UUID in small letters") }
        return id
    }
}
