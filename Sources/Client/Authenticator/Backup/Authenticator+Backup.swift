import DeviceFoundation
public import Primitives

/// The report on accounts that were brought in.
public struct ImportReport: Sendable, Equatable {
    /// Those that are new here, or got mechanisms that they hadn't.
    public internal(set) var added: [Account.ID] = []
    /// Those that were here already; they stay as they are.
    public internal(set) var present: [Account.ID] = []
    /// The accounts that couldn't be brought in, and why, one sentence each.
    public internal(set) var skipped: [String] = []
}

extension Authenticator {
    /// The shortest passphrase of a backup.
    public static let shortestPassphrase = 8

    /// All accounts, sealed with a passphrase: to be kept elsewhere and restored on another device.
    ///
    /// - Throws: `.passphrase` for one of less than ``shortestPassphrase`` bytes.
    public nonisolated func backup(passphrase: Secret) async throws(AuthenticatorError) -> [UInt8] {
        guard passphrase.count >= Self.shortestPassphrase else {
            throw AuthenticatorError(.passphrase, "the passphrase has at least \(Self.shortestPassphrase) characters")
        }
        let contents = BackupContents(try await store.accounts().sorted { ($0.added, $0.id) < ($1.added, $1.id) })
        return try SealedBackup(contents.encoded, passphrase: passphrase, random: device.random).file
    }

    /// Brings the accounts of a backup in. Accounts that are here stay as they are; repeating it does nothing more.
    ///
    /// Push mechanisms work here once their servers know this device: ``refreshPushDevice()`` tells them. Nothing is changed unless all of
    /// the backup can be read.
    /// - Throws: `.backup`; `.passphrase`.
    public nonisolated func restore(_ file: [UInt8], passphrase: Secret) async throws(AuthenticatorError) -> ImportReport {
        let contents = try BackupContents(SealedBackup(file: file).open(passphrase))
        var report = ImportReport()
        for account in contents.accounts { try await bring(account.withStalePush, in: &report) }
        await wakeListeners()
        return report
    }

    /// Adds an account's mechanisms where there are none of their types.
    nonisolated func bring(_ account: Account, in report: inout ImportReport) async throws(AuthenticatorError) {
        let isNew = try await gate.run { () async throws(AuthenticatorError) -> Bool in
            guard var known = try await store.account(account.id) else {
                try await store.save(account)
                return true
            }
            let missing = account.mechanisms.filter { new in !known.mechanisms.contains { $0.type == new.type } }
            known.mechanisms += missing
            if !missing.isEmpty { try await store.save(known) }
            return !missing.isEmpty
        }
        if isNew { report.added.append(account.id) } else { report.present.append(account.id) }
    }
}

extension Account {
    /// The account as it is on a device that its server doesn't know.
    fileprivate var withStalePush: Account {
        var account = self
        for index in mechanisms.indices {
            guard var push = mechanisms[index].push else { continue }
            push.isStale = true
            account.mechanisms[index].kind = .push(push)
        }
        return account
    }
}
