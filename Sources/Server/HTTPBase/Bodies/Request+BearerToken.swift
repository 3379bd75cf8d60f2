package import Hummingbird
import HTTPTypes
import Primitives

extension Request {
    /// The token of `Authorization: Bearer` (RFC 6750 §2.1); nil when the header says anything else.
    package var bearerToken: String? {
        guard headers[values: .authorization].count == 1, let header = headers[.authorization] else { return nil }
        let scheme = header.utf8.prefix(7)
        guard scheme.elementsEqual("Bearer ".utf8) || String(scheme)?.lowercased() == "bearer " else { return nil }
        let token = header.utf8.dropFirst(7)
        return token.contains(UInt8(ascii: " ")) ? nil : String(token)
    }
}
