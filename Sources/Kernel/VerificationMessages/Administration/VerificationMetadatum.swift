package import Foundation
package import Primitives
package import ResourceMessages

/// The account of a check, as the platform's `metaData` has it.
package struct VerificationMetadatum: Sendable, Equatable {
    package var id = UUID()
    package var type = VerificationCheck.documentAuthentication
    package var provider = ""
    package var status = CheckResult.pending
    /// The messages and numbers of the check, by name.
    package var data = JSONObject()
    /// The submission that it was made for, from 1.
    package var attempts = 1
    /// The reason of a failure to make the check; nil for none.
    package var error: String?

    package init() {}
}

extension VerificationMetadatum: Shaped {
    package static let shapeName = "VerificationMetaData"
    package static let members: [Member<Self>] = [
        Member("id", \.id, .id, .readOnly), Member("type", \.type, .choice, .readOnly),
        Member("provider", \.provider, .text(1...64), .readOnly),
        Member("status", \.status, .choice, .readOnly), Member("data", \.data, .open(), .readOnly),
        Member("attempts", \.attempts, .integer(1...4), .readOnly), Member("error", optional: \.error, .text(1...512), .readOnly),
    ]
}
