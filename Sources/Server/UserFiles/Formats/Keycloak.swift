import Foundation
import OneTimePassword
import PasswordHashes
import Primitives

/// Users of Keycloak's realm export: the files of a folder, or one with all (`UserRepresentation`).
extension UserFileRecord {
    /// - Parameter relyingParty: the relying party of the passkeys, which the file doesn't name; nil to leave them out.
    static func keycloak(_ object: JSONObject, passkeysOf relyingParty: String? = nil) throws(RecordError) -> RecordReading.Result {
        if object["realm"]?.string != nil, object["username"] == nil { return .skipped("realm without users") }
        if try RecordReading.text(object, "serviceAccountClientId") != nil { return .skipped("service account") }
        let mail = try RecordReading.text(object, "email")
        var user = UserFileRecord(username: try name(try RecordReading.text(object, "username"), mail))
        user.takeID(try RecordReading.text(object, "id"))
        user.set(Attribute.mail, mail)
        user.set(Attribute.givenName, try RecordReading.text(object, "firstName"))
        user.set(Attribute.familyName, try RecordReading.text(object, "lastName"))
        user.isMailVerified = try RecordReading.flag(object, "emailVerified")
        user.isEnabled = try RecordReading.flag(object, "enabled") ?? true
        user.created = try RecordReading.milliseconds(object, "createdTimestamp")
        try user.takeKeycloakAttributes(object["attributes"]?.object ?? JSONObject())
        for identity in object["federatedIdentities"]?.array ?? [] {
            guard let provider = identity["identityProvider"]?.string, let subject = identity["userId"]?.string else { continue }
            user.link(provider, subject)
        }
        for (name, part) in [
            ("groups", "groups"), ("realmRoles", "roles"), ("clientRoles", "roles"), ("requiredActions", "required actions"),
        ]
        where object[name].map({ $0 != [] && $0 != .object([:]) && $0 != .null }) ?? false { user.leftOut.append(part) }
        for credential in object["credentials"]?.array ?? [] {
            try user.takeKeycloakCredential(credential.object ?? JSONObject(), relyingParty)
        }
        return .user(user)
    }

    private mutating func takeKeycloakAttributes(_ attributes: JSONObject) throws(RecordError) {
        guard attributes.count <= RecordBounds.values else { throw RecordError("attributes", "there are too many") }
        for member in attributes.members {
            let text = member.value.string ?? member.value.array?.first?.string
            if member.name == "locale" {
                set(Attribute.locale, RecordReading.locale(text))
            } else if let text {
                custom[member.name] = .string(text)
            }
        }
    }

    private mutating func takeKeycloakCredential(_ credential: JSONObject, _ relyingParty: String?) throws(RecordError) {
        switch credential["type"]?.string {
        case "password":
            if credential["value"]?.string != nil { throw RecordError("credentials", "a password in clear text; set it after the import") }
            password = try RecordReading.hash("credentials") { () throws(HashError) in try ForeignHash(keycloak: credential) }
        case "otp": passcodes.append(try Self.keycloakPasscode(credential))
        case "webauthn", "webauthn-passwordless":
            // Authenticators keep a passkey under the user's id as a text, which journeys know again where it is a UUID's.
            if let relyingParty, let id {
                passkeys.append(try Self.keycloakPasskey(credential, of: id, for: relyingParty))
            } else {
                leftOut.append(Self.foreignPasskeys)
            }
        case .some(let type): leftOut.append("credential \(type.prefix(32))")
        case nil: break
        }
    }

    private static func keycloakPasscode(_ credential: JSONObject) throws(RecordError) -> PasscodeRecord {
        guard let data = nested(credential["credentialData"]), let value = nested(credential["secretData"])?["value"]?.string,
            value.utf8.count <= 256
        else { throw RecordError("credentials", "a credential of type otp has no data or no secret") }
        // Without an encoding the key is the text itself.
        let secret = data["secretEncoding"]?.string == "BASE32" ? Base32.decode(value) : Array(value.utf8)
        guard let secret else { throw RecordError("credentials", "a secret isn't in Base32") }
        let algorithms: [String: HashAlgorithm] = ["HmacSHA1": .sha1, "HmacSHA256": .sha256, "HmacSHA512": .sha512]
        guard let algorithm = algorithms[data["algorithm"]?.string ?? "HmacSHA1"] else {
            throw RecordError("credentials", "an algorithm of passcodes that isn't known")
        }
        let isCounting = data["subType"]?.string == "hotp"
        return try PasscodeRecord(
            secret: secret, algorithm: algorithm, digits: data["digits"]?.integer ?? 6,
            period: isCounting ? nil : data["period"]?.integer ?? 30, counter: isCounting ? data["counter"]?.integer ?? 0 : 0)
    }

    private static func keycloakPasskey(
        _ credential: JSONObject, of user: UUID, for relyingParty: String
    ) throws(RecordError) -> ImportedPasskey {
        guard let data = nested(credential["credentialData"]), let id = data["credentialId"]?.string.flatMap(bytes),
            let key = data["credentialPublicKey"]?.string.flatMap(bytes)
        else { throw RecordError("credentials", "a credential of type webauthn has no id or no public key") }
        var rest = JSONObject()
        rest["sign_count"] = data["counter"]
        for member in ["transports", "aaguid"] { rest[member] = data[member] }
        rest["name"] = credential["userLabel"]
        return try ImportedPasskey(
            ImportedPasskey.Identity(id: id, publicKey: key, userHandle: Array(user.text.utf8)), for: relyingParty, rest: rest)
    }

    /// Bytes in base64 of either alphabet, with padding or without.
    private static func bytes(_ text: String) -> [UInt8]? {
        Base64URL.decode(
            String(own: text.utf8.compactMap { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 == 0x3D ? nil : $0 }))
    }

    private static func nested(_ value: JSONValue?) -> JSONObject? {
        value?.string.flatMap { try? JSONValue(parsing: $0, limits: JSONLimits(bytes: 16 << 10, depth: 8)).object }
    }

    /// Takes the id of another product where it is a UUID; otherwise the user gets a new one.
    mutating func takeID(_ text: String?) {
        guard let text else { return }
        id = text.utf8.count == 36 ? UUID(text: text.lowercased()) : nil
        if id == nil { leftOut.append("ids that are no UUIDs") }
    }
}
