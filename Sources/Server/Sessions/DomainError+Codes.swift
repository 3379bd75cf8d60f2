package import Foundations

extension DomainError.Code {
    /// No identity provider of this name.
    package static let unknownProvider = Self("unknownProvider", .unknown)
}
