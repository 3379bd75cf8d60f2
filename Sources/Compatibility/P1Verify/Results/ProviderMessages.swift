import Primitives
import VerificationMessages

/// The messages of a provider, by their keys: Android's form of ``ProviderError``.
public struct ProviderMessages: Sendable, Equatable {
    private let id: String
    private let messages: [String: String]

    init(_ provider: VerificationMessages.ProviderMessages) {
        id = provider.provider
        messages = provider.messages
    }

    /// The provider's id.
    public func getProviderId() -> String { id }
    /// The texts by their keys.
    public func getMessages() -> [String: String] { messages }
}
