import Primitives

/// The state of a transaction with what providers say: Android's form.
public struct DetailedTransactionStatus: Sendable, Equatable {
    private let status: VerifyStatus
    private let messages: [ProviderMessages]

    init(_ status: VerifyStatus, _ messages: [ProviderMessages]) {
        self.status = status
        self.messages = messages
    }

    /// The state.
    public func getStatus() -> VerifyStatus { status }
    /// The messages of each provider that has some.
    public func getProviderMessagesList() -> [ProviderMessages] { messages }
}
