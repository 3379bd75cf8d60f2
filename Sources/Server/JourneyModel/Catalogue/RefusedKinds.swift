/// Kinds of node of AM's that can't run here, with the reason.
package enum RefusedKinds {
    /// The reasons by AM's names.
    private static let reasons = [
        "PingOneVerifyAuthentication": "it compares a selfie with a picture that is stored; a verification here compares it with a document"
    ]

    /// The reason why a kind can't run here; nil for one of which nothing is known.
    package static func reason(_ name: String) -> String? { reasons[name] }
}
