package import Primitives

/// A mobile payload that came with an authorization request, as the run of the sign-in names it.
package struct SubmittedPayload: Sendable, Equatable {
    /// 128 random bits; a holder of them can use the payload in its place.
    package let reference: Secret
    /// The application whose request it came with.
    package let application: String

    package init(reference: Secret, application: String) {
        self.reference = reference
        self.application = application
    }
}
