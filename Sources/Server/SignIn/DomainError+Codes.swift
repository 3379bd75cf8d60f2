package import Foundations

extension DomainError.Code {
    /// No journey of this name.
    package static let unknownJourney = Self("unknownJourney", .unknown)
    /// No script of this name.
    package static let unknownScript = Self("unknownScript", .unknown)
    /// No policy set of this name.
    package static let unknownPolicySet = Self("unknownPolicySet", .unknown)
}
