import AuthenticatorMessages
public import OneTimePassword
import Primitives

extension Authenticator {
    /// Brings in the accounts of another authenticator's open file, or of a list of URIs. Accounts that are here stay as they are.
    ///
    /// - Parameter format: how it is written; nil to see by itself.
    /// - Throws: `.uri` when it is none of the formats. The report names the parts that can't be used.
    public nonisolated func bringIn(
        _ file: [UInt8], as format: AccountList.Format? = nil
    ) async throws(AuthenticatorError) -> ImportReport {
        let list: AccountList
        do { list = try AccountList(file, as: format) } catch { throw AuthenticatorError(error) }
        var report = ImportReport(skipped: list.skipped)
        for uri in list.accounts {
            guard uri.push == nil else {
                report.skipped.append("\(uri.issuer) \(uri.account): push has to be scanned from the issuer's own page")
                continue
            }
            let account: Account
            do { account = try self.account(of: uri) } catch {
                report.skipped.append("\(uri.issuer) \(uri.account): \(error.reason)")
                continue
            }
            if let failed = await failed(account.policies) {
                report.skipped.append("\(account.id): this device doesn't meet the policy \(failed)")
                continue
            }
            try await bring(account, in: &report)
        }
        return report
    }

    /// The one-time passwords of all accounts that aren't locked, open, for another authenticator. Push can't be moved this way.
    ///
    /// - Warning: It holds every secret in the clear.
    public nonisolated func openList(as format: AccountList.Format) async throws(AuthenticatorError) -> [UInt8] {
        let accounts = try await accounts.filter { !$0.isLocked }.flatMap(\.uris)
        do { return try AccountList(accounts).encoded(as: format) } catch { throw AuthenticatorError(error) }
    }
}

extension Account {
    /// The account once with each of its one-time passwords.
    public var uris: [AuthenticatorURI] { mechanisms.compactMap(uri) }

    private func uri(of mechanism: Mechanism) -> AuthenticatorURI? {
        guard let password = mechanism.password else { return nil }
        var uri = AuthenticatorURI(
            issuer: issuer, account: name,
            password: .init(
                password.kind, secret: password.secret, algorithm: password.algorithm, digits: password.digits,
                deviceID: mechanism.resourceID))
        uri.backgroundColor = backgroundColor
        uri.image = image
        uri.policies = policies?.text
        uri.userID = mechanism.userID
        return uri
    }
}
