package import Foundations

extension AuditEvent.Kind {
    /// An administrator has asked a user to be verified, or the user has in a journey.
    package static let verificationRequested = Self("verification.requested")
    /// An app, or a user on the page, has begun a verification by its code.
    package static let verificationInitiated = Self("verification.initiated")
    /// An app, or a user on the page, has submitted documents.
    package static let verificationSubmitted = Self("verification.submitted")
    /// A verification has ended by its checks, or since its time was over.
    package static let verificationCompleted = Self("verification.completed")
    /// An administrator has decided on a verification.
    package static let verificationDecided = Self("verification.decided")
    /// An administrator has deleted a verification.
    package static let verificationDeleted = Self("verification.deleted")
    /// An administrator, a provider or a journey has read an image or the data of a document.
    package static let verificationDocumentRead = Self("verification.document_read")
    /// An administrator has switched a user's verification on or off.
    package static let verificationStatusChanged = Self("verification.status_changed")
}
