import DeviceFoundation
import Primitives

extension Authenticator {
    /// Changes what an account's owner calls it; nil for the issuer's own names.
    public nonisolated func rename(
        _ account: Account.ID, issuer: String?, name: String?
    ) async throws(AuthenticatorError) {
        try await update(account) { account in
            account.displayIssuer = issuer
            account.displayName = name
        }
    }

    /// Removes an account, its mechanisms and its notifications. The issuer isn't told.
    public nonisolated func remove(_ account: Account.ID) async throws(AuthenticatorError) {
        try await gate.run { () async throws(AuthenticatorError) in
            guard let known = try await store.account(account) else { return }
            try await store.removeAccount(account)
            try await forgetNotifications(of: known.mechanisms.map(\.id))
        }
        await wakeListeners()
    }

    /// Removes a mechanism of an account, and the account with its last one.
    public nonisolated func removeMechanism(_ id: Mechanism.ID) async throws(AuthenticatorError) {
        try await gate.run { () async throws(AuthenticatorError) in
            for var account in try await store.accounts() where account.mechanisms.contains(where: { $0.id == id }) {
                account.mechanisms.removeAll { $0.id == id }
                if account.mechanisms.isEmpty { try await store.removeAccount(account.id) } else { try await store.save(account) }
                try await forgetNotifications(of: [id])
            }
        }
        await wakeListeners()
    }

    private nonisolated func forgetNotifications(of mechanisms: [Mechanism.ID]) async throws(AuthenticatorError) {
        for notification in try await store.notifications() where mechanisms.contains(notification.mechanism) {
            try await store.removeNotification(notification.id)
        }
    }
}
