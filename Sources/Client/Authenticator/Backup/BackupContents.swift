import OneTimePassword
import Primitives

/// The contents of a backup: the accounts, without the locks and the notifications of the device that made it.
package struct BackupContents {
    private static let version: Int64 = 1
    private static let limits = JSONLimits(bytes: SealedBackup.longest, depth: 16, values: 200_000)

    package let accounts: [Account]

    /// Whether some bytes are a backup's file, undamaged; its passphrase isn't needed for that.
    package static func isBackup(_ file: [UInt8]) -> Bool { (try? SealedBackup(file: file)) != nil }

    init(_ accounts: [Account]) {
        self.accounts = accounts.map { account in
            var account = account
            account.lock = nil
            return account
        }
    }

    /// Reads ``encoded``.
    package init(_ bytes: [UInt8]) throws(AuthenticatorError) {
        guard let json = try? JSONValue(parsing: bytes, limits: Self.limits), let records = json["accounts"]?.array else {
            throw AuthenticatorError(.backup, "the backup's contents can't be read")
        }
        guard json["version"]?.integer == Self.version else { throw AuthenticatorError(.backup, "the backup is of a newer version") }
        guard records.count <= AccountList.most else {
            throw AuthenticatorError(.backup, "the backup has more than \(AccountList.most) accounts")
        }
        do throws(AuthenticatorError) {
            var accounts: [Account] = []
            for record in records {
                let account = try Account(json: record)
                guard Set(account.mechanisms.map(\.type)).count == account.mechanisms.count else {
                    throw AuthenticatorError(.backup, "an account has two mechanisms of a type")
                }
                accounts.append(account)
            }
            self.init(accounts)
        } catch { throw AuthenticatorError(.backup, "the backup's contents can't be read: \(error.reason)", underlying: error) }
    }

    package var encoded: [UInt8] {
        JSONValue.object(["version": .integer(Self.version), "accounts": .array(accounts.map(\.json))]).encoded
    }
}
