package import Directory
package import Foundations
import Primitives

/// A thing that administrators do; its input are its properties.
///
/// An action declares what it is called and which permission it needs, and is either a ``ReadingAction`` or a ``ChangingAction``. The front,
/// ``Administration``, does the rest for all of them: it refuses callers without the permission, names the caller in the audit log, and tries
/// a change to no effect.
package protocol AdministrativeAction: Sendable {
    associatedtype Output: Sendable

    static var declaration: ActionDeclaration { get }
    /// The place where programs find it, its inputs and its output.
    static var interface: ActionInterface<Self> { get }

    /// The realm that it is about, in which the caller needs the permission.
    var realm: RealmPath { get }
    /// The realm in whose path it is found; the one that it is about unless said.
    var place: RealmPath { get }
    /// Whether it is about the server as a whole, so that the permission is needed there; false unless said.
    var isServerWide: Bool { get }
    /// The user or client whose privileges the caller must cover, before the change and after it; nil for an action by which its caller
    /// gains none.
    var subject: ActionSubject? { get }

    /// Does what the action is for, on a domain where it takes effect or on one where nothing stays.
    func perform(in realm: Realm, at site: Site) async throws -> Output
}

extension AdministrativeAction {
    package var place: RealmPath { realm }
    package var isServerWide: Bool { false }
    package var subject: ActionSubject? { nil }
}

/// An action that changes nothing.
package protocol ReadingAction: AdministrativeAction {}

/// An action that changes what the server keeps; the audit log tells of it.
package protocol ChangingAction: AdministrativeAction {}

/// The one whose privileges an action could hand to its caller: a caller who sets a user's password can sign in as that user.
package enum ActionSubject: Sendable, Equatable {
    case user(String)
    case client(String)
}
