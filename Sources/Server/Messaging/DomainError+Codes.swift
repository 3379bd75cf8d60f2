package import Foundations

extension DomainError.Code {
    /// No template of this name.
    package static let unknownTemplate = Self("unknownTemplate", .unknown)
    /// The realm has no SMS gateway of its own.
    package static let unknownGateway = Self("unknownGateway", .unknown)
}
