package import HTTPTypes
import Primitives

/// The header fields that every answer has.
package struct ProtectiveHeaders: Sendable {
    private let fields: [HTTPField]

    init(at address: PublicAddress) {
        fields =
            [HTTPField(name: .xContentTypeOptions, value: "nosniff"), HTTPField(name: .referrerPolicy, value: "no-referrer")]
            + (address.isSecure ? [HTTPField(name: .strictTransportSecurity, value: "max-age=31536000")] : [])
    }

    /// Adds what isn't there: a page may have a stricter rule of its own.
    package func add(to headers: inout HTTPFields) {
        for field in fields where !headers.contains(field.name) { headers.append(field) }
    }
}

extension HTTPField.Name {
    package static let referrerPolicy = Self.known("Referrer-Policy")
}
