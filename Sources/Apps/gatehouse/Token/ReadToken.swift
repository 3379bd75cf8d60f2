import Primitives

/// A signed token's header and claims, read without verifying anything.
struct ReadToken {
    let header: JSONObject
    let claims: JSONObject

    init(_ text: String) throws {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]) else {
            throw CommandFailure(
                parts.count == 5
                    ? "the token is encrypted; only who has the key can read it"
                    : "that is no JSON Web Token: three parts with dots between")
        }
        self.header = header
        self.claims = claims
    }

    private static func object(_ part: Substring) -> JSONObject? {
        Base64URL.decode(part).flatMap { try? JSONValue(parsing: $0) }?.object
    }
}
