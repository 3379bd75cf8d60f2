package import HTTPTypes
import Primitives

/// The header fields that every answer has.
package struct ProtectiveHeaders: Sendable {
    // Made once: to make a field again checks its value.
    private static let noSniffing = [HTTPField(name: .xContentTypeOptions, value: "nosniff")]
    private static let noReferrer = HTTPField(name: .referrerPolicy, value: "no-referrer")
    private static let strictTransport = [HTTPField(name: .strictTransportSecurity, value: "max-age=31536000")]

    private let isSecure: Bool

    /// The fields for an address: `Strict-Transport-Security` only where it is reached over TLS.
    package init(at address: PublicAddress) { isSecure = address.isSecure }

    /// Adds the fields; an answer's own `Referrer-Policy` stays.
    package func add(to headers: inout HTTPFields) {
        headers[fields: .xContentTypeOptions] = Self.noSniffing
        if !headers.contains(.referrerPolicy) { headers.append(Self.noReferrer) }
        if isSecure { headers[fields: .strictTransportSecurity] = Self.strictTransport }
    }
}

extension HTTPField.Name {
    /// `Referrer-Policy` (the W3C's Referrer Policy §4.1).
    package static let referrerPolicy = Self.known("Referrer-Policy")
}
