public import JOSE
public import Primitives

/// Moves an installation of the older product over: `POST /migrations` (`docs/protocols/device-protocol.md` 8). The answer is a list of
/// ``PairingGrant``s.
public struct InstallationMigration: Sendable, Equatable {
    /// `typ` of the statement by the old key.
    public static let type = "migration+jwt"

    /// The device's id in the older product.
    public var device: String
    /// A nonce of the purpose `migration`.
    public var nonce: String
    /// The new keys, which the old one vouches for.
    public var signing: JWK
    /// The new public key for which the server seals, `enc` in the statement.
    public var agreement: JWK
    /// The statement as it came, to be verified with the old key that an administrator imported.
    private let statement: Statement?

    /// Makes a migration of its members, which are taken unchecked.
    public init(device: String, nonce: String, signing: JWK, agreement: JWK) {
        self.device = device
        self.nonce = nonce
        self.signing = signing
        self.agreement = agreement
        statement = nil
    }

    public static func == (left: Self, right: Self) -> Bool { left.claims == right.claims }

    private var claims: JSONObject {
        ["device": .string(device), "nonce": .string(nonce), "sig": JSONValue(signing), "enc": JSONValue(agreement)]
    }

    /// The bytes that the old key signs, with ES256.
    public var signingInput: [UInt8] { Statement.signingInput(type: Self.type, header: JSONObject(), claims: claims) }

    /// The body of the request.
    public func json(signature: [UInt8], app: AppDescription, device: DeviceDescription) -> JSONValue {
        ["statement": .string(JWS.text(signingInput, signature: signature)), "app": app.json, "device": device.json]
    }

    /// Reads the body. Nothing of it is proved before ``verify(with:)``.
    /// - Throws: ``DeviceError/Code/malformed`` when the body or a claim has the wrong form; ``DeviceError/Code/invalidProof`` when the
    ///   statement is none of this type.
    public init(json: JSONValue) throws(DeviceError) {
        let statement = try Statement(
            try Members(json, of: "the migration").text("statement", atMost: Statement.limits.token), type: Self.type)
        let members = try Members(.object(statement.claims), of: "the migration")
        device = try members.text("device")
        nonce = try members.text("nonce")
        signing = try members.key("sig")
        agreement = try members.key("enc")
        self.statement = statement
    }

    /// Verifies that the old key made the statement.
    /// - Throws: `.migration`.
    public func verify(with old: JWK) throws(DeviceError) {
        guard let statement, (try? statement.verify(with: old)) != nil else {
            throw DeviceError(.migration, "the statement isn't of the key that was imported for this device")
        }
    }
}

/// The places in a device's own store where an app of the older product leaves what its successor moves over.
public enum MigrationPlaces {
    /// The service of both records.
    public static let service = "pingid"
    /// The name of the record that holds the device's id; it is there while the device is paired.
    public static let installation = "installation"
    /// The name of the record that is there when the device is to stay paired after the app was installed again.
    public static let keep = "keep"
    /// The name in the key store of the key that signs.
    public static let key = "pingid.sig"
    /// The service and the name of the mark in a store that is lost with the app. Where it is missing, the app was installed again.
    public static let mark = (service: "pingid.app", name: "installed")
}
