public import JOSE
public import Primitives

/// The seed of an installation's passcodes (`docs/protocols/device-protocol.md` 6): TOTP (RFC 6238) with SHA-256. It goes to the device as
/// a JWE.
public struct PasscodeSeed: Sendable, Equatable {
    /// 32 bytes.
    public var secret: Secret
    /// The number of digits of a passcode, 6 to 10; 6 by default.
    public var digits: Int
    /// Seconds.
    public var period: Int

    /// Makes a passcode seed of its members, which are taken unchecked. By default `digits` is `6`, and `period` is `30`.
    public init(secret: Secret, digits: Int = 6, period: Int = 30) {
        self.secret = secret
        self.digits = digits
        self.period = period
    }

    /// The content of the JWE.
    public var json: JSONValue {
        [
            "secret": .string(secret.withBytes { Base64URL.encode($0) }), "algorithm": "SHA256", "digits": .integer(Int64(digits)),
            "period": .integer(Int64(period)),
        ]
    }

    /// Reads ``json``.
    /// - Throws: ``DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "passcode")
        guard try members.text("algorithm") == "SHA256" else { throw members.wrong("algorithm", "SHA256") }
        guard let bytes = Base64URL.decode(try members.text("secret")), (20...64).contains(bytes.count) else {
            throw members.wrong("secret", "20 to 64 bytes in base64url")
        }
        secret = Secret(bytes: bytes)
        digits = try members.integer("digits", in: 6...10)
        period = try members.integer("period", in: 15...300)
    }

    /// Seals the seed for an installation's `enc` key (`ECDH-ES`, `A256GCM`).
    /// - Throws: ``JWKError`` when the key is none to seal for, ``JWEError`` when sealing fails.
    public func sealed(for key: JWK, random: any RandomSource) throws -> String {
        let sealing = try SealingKey(key, algorithm: .ecdhES, encryption: .a256GCM)
        return try JWE.seal(json.encoded, with: sealing, header: ["typ": .string(Self.type)], random: random)
    }

    /// Opens what ``sealed(for:random:)`` gave.
    /// - Throws: `.invalidProof` when it wasn't sealed for this key, `.malformed` for another content.
    public init(sealed text: String, with key: OpeningKey) throws(DeviceError) {
        let opened: JWE.Opened
        do { opened = try JWE.open(text, with: key, requiring: ["typ": .string(Self.type)]) } catch {
            throw DeviceError(.invalidProof, "the passcode's seed can't be opened: \(error.reason)")
        }
        guard let json = try? JSONValue(parsing: opened.plaintext) else { throw DeviceError(.malformed, "the passcode's seed is no JSON") }
        try self.init(json: json)
    }

    /// The JWE's `typ`.
    public static let type = "passcode-seed+jwe"
}
