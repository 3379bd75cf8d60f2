public import DeviceFoundation
import Foundation
import Primitives

/// The accounts of an authenticator app: one-time passwords of any issuer, and push approvals of an access-management server.
///
/// Everything that it knows is in the store, each change in one write. A counter is stored before its code is shown, so no code is shown
/// twice; an account that asks for something that the device isn't is locked until it is.
///
/// ```swift
/// let authenticator = try await Authenticator.open(on: Device(transport: transport, store: vault))
/// let account = try await authenticator.add("otpauth://totp/Example:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
/// let code = try await authenticator.code(of: account)
/// for try await notification in authenticator.notifications {
///     try await authenticator.approve(notification.id, number: "42")
/// }
/// ```
public actor Authenticator {
    /// The configuration that it was made with.
    public nonisolated let configuration: AuthenticatorConfiguration

    nonisolated let device: Device
    nonisolated let store: any AccountStore
    /// One change of what is stored at a time.
    nonisolated let gate = SerialGate()
    /// One account is added at a time.
    nonisolated let adding = SerialGate()
    nonisolated let pause: @Sendable (Duration) async throws -> Void

    var listeners: [UInt64: @Sendable () -> Void] = [:]
    var lastListener: UInt64 = 0

    /// Opens the accounts. It reads what is stored and doesn't use the network.
    /// - Throws: ``AuthenticatorError`` `.storage` when what is stored can't be read.
    public static func open(
        _ configuration: AuthenticatorConfiguration = AuthenticatorConfiguration(), on device: Device
    ) async throws(AuthenticatorError) -> Authenticator {
        try await open(configuration, on: device) { try await Task.sleep(for: $0) }
    }

    package static func open(
        _ configuration: AuthenticatorConfiguration, on device: Device, pause: @escaping @Sendable (Duration) async throws -> Void
    ) async throws(AuthenticatorError) -> Authenticator {
        let opened = Authenticator(configuration, on: device, pause: pause)
        _ = try await opened.store.accounts()
        return opened
    }

    private init(
        _ configuration: AuthenticatorConfiguration, on device: Device, pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.configuration = configuration
        self.device = device
        self.pause = pause
        store = configuration.store ?? VaultAccountStore(device.store)
    }

    /// All accounts, the oldest first. Each is looked at again: one whose policies the device fails is locked from here on, one that it
    /// meets again isn't any more.
    public nonisolated var accounts: [Account] {
        get async throws(AuthenticatorError) {
            var accounts: [Account] = []
            for account in try await store.accounts() { accounts.append(try await judged(account)) }
            return accounts.sorted { ($0.added, $0.id) < ($1.added, $1.id) }
        }
    }

    /// An account by its id, looked at again as all are.
    /// - Throws: `.unknown`.
    public nonisolated func account(_ id: Account.ID) async throws(AuthenticatorError) -> Account {
        guard let account = try await store.account(id) else { throw AuthenticatorError(.unknown, "there is no account \(id)") }
        return try await judged(account)
    }

    /// The account that a mechanism belongs to.
    /// - Throws: `.unknown`.
    public nonisolated func account(of mechanism: Mechanism.ID) async throws(AuthenticatorError) -> Account {
        for account in try await store.accounts() where account.mechanisms.contains(where: { $0.id == mechanism }) {
            return try await judged(account)
        }
        throw AuthenticatorError(.unknown, "there is no mechanism \(mechanism)")
    }

    /// Changes an account as it is stored now; nothing else changes it meanwhile.
    @discardableResult
    nonisolated func update<Result: Sendable>(
        _ id: Account.ID, _ edit: @Sendable (inout Account) throws(AuthenticatorError) -> Result
    ) async throws(AuthenticatorError) -> Result {
        try await gate.run { () async throws(AuthenticatorError) -> Result in
            guard var account = try await store.account(id) else { throw AuthenticatorError(.unknown, "there is no account \(id)") }
            let before = account
            let result = try edit(&account)
            if account != before { try await store.save(account) }
            return result
        }
    }
}
