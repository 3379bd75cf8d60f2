import Primitives

/// The changes that a granted request of a route makes: from them follows what its caller must show.
///
/// Every route of an unsafe method declares it. One that several kinds of callers use declares all that any of them may change.
package struct RouteChanges: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Nothing of an account or of the configuration that outlasts the request, apart from counts, the audit log and messages under way.
    package static let nothing: RouteChanges = []
    /// Sign-ins: sessions, flows, codes, tokens and decisions about them are made, used up or ended. A journey's other changes are the
    /// journey's own affair, since its nodes establish whom they talk to.
    package static let signIns = RouteChanges(rawValue: 1)
    /// A credential, a factor, a name or a recovery address of an account. Where the caller is the account's owner by a session or by a
    /// token from one, that session must be fresh.
    package static let ownCredentials = RouteChanges(rawValue: 2)
    /// Data that belongs to the caller and gives no access: the label of a device, the place its messages go.
    package static let ownData = RouteChanges(rawValue: 4)
    /// The configuration, or another user's account. No caller may give away by it what they don't have.
    package static let administration = RouteChanges(rawValue: 8)
    /// Credentials, factors, names or recovery addresses: by the account's owner their own, by an administrator any user's.
    package static let credentials: RouteChanges = [.ownCredentials, .administration]
}
