import Primitives
import Sessions

/// The users whom a policy is about.
package indirect enum PolicySubject: Sendable, Equatable {
    /// Any user who has a session of the realm.
    case authenticated
    /// Every client, with or without a session.
    case anybody
    /// These users, by their names.
    case users([String])
    case not(PolicySubject)

    func includes(_ session: UserSession?) -> Bool {
        switch self {
        case .authenticated: session != nil
        case .anybody: true
        case .users(let names): session.map { session in names.contains(where: session.isNamed) } ?? false
        case .not(let other): !other.includes(session)
        }
    }
}
