import Primitives

/// Receives the wallet's mail, each message once it is verified.
public protocol WalletInbox: Sendable {
    /// Takes a message. The wallet has done its own part already: a claim is kept, an expired one is marked.
    func receive(_ message: ReceivedMessage) async
    /// Learns that mail couldn't be read, or isn't from the party that it names. Nothing of it is believed.
    func receive(failure: WalletError) async
}
