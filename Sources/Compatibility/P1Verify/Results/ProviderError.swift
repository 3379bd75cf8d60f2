import Primitives
import VerificationMessages

/// The errors of a provider.
public struct ProviderError: Sendable, Equatable {
    private let id: String
    private let errors: [String]

    init(_ provider: VerificationMessages.ProviderMessages) {
        id = provider.provider
        errors = provider.messages.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The provider's id.
    public func getProviderId() -> String { id }
    /// The texts, in the order of their keys.
    public func getProviderErrors() -> [String] { errors }
}
