package import Foundations

extension DomainError.Code {
    /// No realm of this name.
    package static let unknownRealm = Self("unknownRealm", .unknown)
    /// No user of this name.
    package static let unknownUser = Self("unknownUser", .unknown)
    /// No application of this name.
    package static let unknownApplication = Self("unknownApplication", .unknown)
}
