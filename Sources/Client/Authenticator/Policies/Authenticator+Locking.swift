import AuthenticatorMessages
import Primitives

extension Authenticator {
    /// Locks an account, for a reason of the app's own. It stays locked until ``unlock(_:)``.
    /// - Throws: `.locked` when it is already.
    public nonisolated func lock(_ account: Account.ID, for reason: String) async throws(AuthenticatorError) {
        try await update(account) { account throws(AuthenticatorError) in
            try Self.unlocked(account)
            account.lock = Account.Lock(policy: reason, isByApp: true)
        }
    }

    /// Unlocks an account. One whose policies the device fails is locked again when it is next looked at.
    public nonisolated func unlock(_ account: Account.ID) async throws(AuthenticatorError) {
        try await update(account) { $0.lock = nil }
    }

    /// The first of some policies that the device fails.
    nonisolated func failed(_ policies: DevicePolicies?) async -> String? {
        for policy in policies?.all ?? [] where !(await isMet(policy)) { return policy.name }
        return nil
    }

    /// An account as the device deserves it now: a change of its lock is stored.
    nonisolated func judged(_ account: Account) async throws(AuthenticatorError) -> Account {
        guard account.lock?.isByApp != true else { return account }
        let failed = await failed(account.policies)
        guard failed != account.lock?.policy else { return account }
        return try await update(account.id) { account in
            if account.lock?.isByApp != true { account.lock = failed.map { Account.Lock(policy: $0) } }
            return account
        }
    }

    private nonisolated func isMet(_ policy: DevicePolicies.Policy) async -> Bool {
        if let known = configuration.policies.first(where: { $0.name == policy.name }) { return await known.isMet(policy.parameters) }
        return ![DevicePolicies.Policy.biometricAvailable, DevicePolicies.Policy.deviceTampering].contains(policy.name)
    }
}
