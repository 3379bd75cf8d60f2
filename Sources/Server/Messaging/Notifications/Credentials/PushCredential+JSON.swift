package import Primitives

extension PushCredential.Content {
    private static let longest = 4096

    /// Reads credentials: `type`, and by it `key`, `teamId` and `token` (`APNS`), `key` (`FCM`), `googleServiceAccountCredentials`
    /// (`FCM_HTTP_V1`), `clientId` and `clientSecret` (`HMS`), all of them texts (`docs/protocols/platform.md` 2.10). Other members aren't
    /// looked at.
    ///
    /// - Throws: ``PushCredentialError`` `.required` or `.invalid`, with the member; `.invalid` too for a type that no carrier here uses.
    package init(json: JSONObject) throws(PushCredentialError) {
        try self.init(stored: json)
        guard let reason = idleness else { return }
        throw PushCredentialError(.invalid, reason, member: "type")
    }

    /// The reason why nothing is sent by credentials of this type; nil where something is.
    private var idleness: String? {
        switch self {
        case .apns, .fcm: nil
        case .legacyFCM: "Google has switched the API of server keys off; FCM_HTTP_V1 takes its place"
        case .hms: "there is no carrier to Huawei's push service here"
        }
    }

    /// Reads what was kept, also of types that are refused by now.
    package init(stored json: JSONObject) throws(PushCredentialError) {
        let type = try Self.text("type", json)
        guard let kind = PushCredential.Kind(exactly: type) else {
            let kinds = PushCredential.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw PushCredentialError(.invalid, "type is one of \(kinds)", member: "type")
        }
        switch kind {
        case .apns:
            self = .apns(
                try APNsKey(
                    keyID: Self.text("key", json), teamID: Self.text("teamId", json), token: Secret(try Self.text("token", json))))
        case .legacyFCM: self = .legacyFCM(key: Secret(try Self.text("key", json)))
        case .fcm:
            let name = "googleServiceAccountCredentials"
            self = .fcm(try ServiceAccount(Secret(try Self.text(name, json, longest: 16 << 10))))
        case .hms: self = .hms(clientID: try Self.text("clientId", json), clientSecret: Secret(try Self.text("clientSecret", json)))
        }
    }

    /// The whole of it, secrets and all: for sealing.
    var json: JSONObject {
        var object: JSONObject = ["type": .string(kind.rawValue)]
        switch self {
        case .apns(let key):
            object["key"] = .string(key.keyID)
            object["teamId"] = .string(key.teamID)
            object["token"] = .string(key.token.reveal())
        case .legacyFCM(let key): object["key"] = .string(key.reveal())
        case .fcm(let account): object["googleServiceAccountCredentials"] = .string(account.text.reveal())
        case .hms(let clientID, let secret):
            object["clientId"] = .string(clientID)
            object["clientSecret"] = .string(secret.reveal())
        }
        return object
    }

    private static func text(_ name: String, _ json: JSONObject, longest: Int = longest) throws(PushCredentialError) -> String {
        guard let value = json[name], value != .null else { throw PushCredentialError(.required, "\(name) is missing", member: name) }
        guard let text = value.string, (1...longest).contains(text.utf8.count) else {
            throw PushCredentialError(.invalid, "\(name) is no text of 1 to \(longest) bytes", member: name)
        }
        return text
    }
}
