public import WebAuthn

/// Asks the user of this device, as an authenticator with a display does (WebAuthn L3 §6.3.2, §6.3.3).
public protocol PasskeyConsent: Sendable {
    /// Whether a passkey may be made.
    func mayCreate(for options: CreationOptions) async -> Bool
    /// Whether the relying party may be told that this device has a passkey for the account; without it, it learns only that none was made.
    func mayTellOfExisting(for options: CreationOptions) async -> Bool
    /// Chooses the passkey to use, of those that would do, the last used one first; nil to use none. Asked where the relying party leaves
    /// it open.
    func choose(among passkeys: [Passkey], for options: RequestOptions) async -> Passkey?
}

/// Consents to everything, and takes the passkey that was used last: for programs without a display, and tests.
public struct SilentConsent: PasskeyConsent {
    /// Makes the consent, which has no settings.
    public init() {}

    /// Always true.
    public func mayCreate(for options: CreationOptions) async -> Bool { true }
    /// Always true.
    public func mayTellOfExisting(for options: CreationOptions) async -> Bool { true }
    /// Returns the first of the passkeys; nil when there are none.
    public func choose(among passkeys: [Passkey], for options: RequestOptions) async -> Passkey? { passkeys.first }
}
