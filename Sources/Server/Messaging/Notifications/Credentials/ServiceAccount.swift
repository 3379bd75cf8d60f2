import Foundation
import JOSE
package import Primitives
import Foundations

/// A Google service account with its key, as the console hands it out in a JSON file, checked when it is made.
package struct ServiceAccount: Sendable, Equatable {
    /// The file's content.
    package let text: Secret
    /// The id of the account's project at Google (`project_id`).
    package let project: String
    /// The account's name, which is an e-mail address.
    package let account: String
    /// The address at which access tokens are had.
    package let tokenURL: String
    private let keyID: String
    private let key: Secret

    private static let longest = 16 << 10

    /// Reads the file.
    /// - Throws: ``PushCredentialError`` `.invalid`.
    package init(_ text: Secret) throws(PushCredentialError) {
        guard (1...Self.longest).contains(text.count), let json = try? text.withBytes({ try JSONValue(parsing: $0) }).object else {
            throw Self.invalid("is no JSON object of at most 16 KiB")
        }
        guard json["type"]?.string == "service_account" else { throw Self.invalid("has not the type service_account") }
        self.text = text
        project = try Self.member("project_id", json)
        account = try Self.member("client_email", json)
        tokenURL = try Self.member("token_uri", json)
        keyID = try Self.member("private_key_id", json)
        key = Secret(try Self.member("private_key", json))
        guard Self.isProject(project) else { throw Self.invalid("has a project_id that is none") }
        guard OutboundURL.isSafe(tokenURL) else { throw Self.invalid("has a token_uri that is no https URL") }
        _ = try signingKey
    }

    /// The key that signs requests for access tokens.
    var signingKey: SigningKey {
        get throws(PushCredentialError) {
            do {
                var key = try JWK(privateKeyPEM: key)
                key.keyID = keyID
                return try SigningKey(key, algorithm: .rs256)
            } catch { throw Self.invalid("has a private_key that is no RSA key in PEM") }
        }
    }

    private static func member(_ name: String, _ json: JSONObject) throws(PushCredentialError) -> String {
        guard let text = json[name]?.string, !text.isEmpty else { throw invalid("has no \(name)") }
        return text
    }

    /// It becomes a part of a path.
    private static func isProject(_ text: String) -> Bool {
        text.utf8.count <= 128 && text.first != "."
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"):
                    true
                default: false
                }
            }
    }

    private static func invalid(_ what: String) -> PushCredentialError {
        PushCredentialError(
            .invalid, "googleServiceAccountCredentials \(what)", member: "googleServiceAccountCredentials")
    }
}
