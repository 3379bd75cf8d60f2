package import Foundations

extension DomainError.Code {
    /// The user has no such device.
    package static let unknownDevice = Self("unknownDevice", .unknown)
}
