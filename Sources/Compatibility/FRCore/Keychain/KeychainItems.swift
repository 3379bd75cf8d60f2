package import Foundation

/// The items of a keychain, or what stands for them: values by account, at a place that options name.
package protocol KeychainItems: Sendable {
    /// The value of an account; nil when there is none, or the keychain refuses.
    func value(of account: String, at place: KeychainOptions) -> Data?
    /// Sets a value in place of an earlier one; false when the keychain refuses.
    func set(_ value: Data, of account: String, at place: KeychainOptions) -> Bool
    /// Removes the value of an account, or all with nil; false when the keychain refuses. Removing none is no refusal.
    func remove(_ account: String?, at place: KeychainOptions) -> Bool
    /// The accounts at a place, sorted; nil when the keychain refuses.
    func accounts(at place: KeychainOptions) -> [String]?
    /// The access group of the app's own items, which begins with the team's id; nil where apps have no team.
    func ownGroup() -> String?
}
