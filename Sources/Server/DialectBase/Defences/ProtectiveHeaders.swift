package import HTTPTypes
import Primitives

/// The header fields that every answer has.
package struct ProtectiveHeaders: Sendable {
    private let isSecure: Bool

    init(at address: PublicAddress) { isSecure = address.isSecure }

    package func add(to headers: inout HTTPFields) {
        headers[.xContentTypeOptions] = "nosniff"
        if !headers.contains(.referrerPolicy) { headers[.referrerPolicy] = "no-referrer" }
        if isSecure { headers[.strictTransportSecurity] = "max-age=31536000" }
    }
}

extension HTTPField.Name {
    package static let referrerPolicy = Self.known("Referrer-Policy")
}
