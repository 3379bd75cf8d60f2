import Primitives

extension JWK {
    /// Whether it is the public part of a key on P-256, and nothing more.
    package var isPublicP256: Bool {
        guard !isPrivate, case .ec(let point) = material else { return false }
        return point.curve == .p256
    }
}
