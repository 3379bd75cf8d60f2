import JOSE
package import Primitives

/// A key with which a team's messages are sent to Apple's devices, checked when it is made.
package struct APNsKey: Sendable, Equatable {
    /// The key's id at Apple, `kid` of the tokens that it signs.
    package let keyID: String
    /// The team's id at Apple, `iss` of the tokens that the key signs.
    package let teamID: String
    /// The content of the `.p8` file: a private key of P-256 in PEM.
    package let token: Secret

    /// - Throws: ``PushCredentialError`` `.invalid`.
    package init(keyID: String, teamID: String, token: Secret) throws(PushCredentialError) {
        guard Self.isID(keyID) else { throw PushCredentialError(.invalid, "key is no key id: letters and digits", member: "key") }
        guard Self.isID(teamID) else { throw PushCredentialError(.invalid, "teamId is no team's id: letters and digits", member: "teamId") }
        self.keyID = keyID
        self.teamID = teamID
        self.token = token
        _ = try signingKey
    }

    /// The key that signs provider tokens.
    var signingKey: SigningKey {
        get throws(PushCredentialError) {
            do {
                var key = try JWK(privateKeyPEM: token)
                key.keyID = keyID
                return try SigningKey(key, algorithm: .es256)
            } catch {
                throw PushCredentialError(.invalid, "token is not the content of a .p8 file: a P-256 key in PEM", member: "token")
            }
        }
    }

    private static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: false
                }
            }
    }
}
