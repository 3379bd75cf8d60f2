package import Foundation
import Primitives
import Sessions

/// The users whom a policy is about.
package indirect enum PolicySubject: Sendable, Equatable {
    /// Any user who has a session of the realm.
    case authenticated
    /// Every client, with or without a session.
    case anybody
    /// These users.
    case users([Named])
    case not(PolicySubject)

    /// A user as a policy names them: by the name in a file, and from saving on by id, so that no later user of the name is meant.
    package struct Named: Sendable, Equatable {
        /// The user whom a name means.
        package enum Meaning: Sendable, Equatable {
            /// It isn't looked up yet.
            case open
            /// No user had the name when the policy was saved.
            case noUser
            case user(UUID)
        }

        /// A user's name, or id.
        package var text: String
        /// The user whom the text means; not looked up yet by default.
        package var meaning = Meaning.open

        package init(_ text: String, _ meaning: Meaning = .open) {
            self.text = text
            self.meaning = meaning
        }
    }

    /// The users whom it names.
    package var named: [Named] {
        switch self {
        case .authenticated, .anybody: []
        case .users(let users): users
        case .not(let other): other.named
        }
    }

    /// The same with other users in place of those whom it names.
    func naming(_ users: [Named]) -> PolicySubject {
        switch self {
        case .authenticated, .anybody: self
        case .users: .users(users)
        case .not(let other): .not(other.naming(users))
        }
    }

    func includes(_ session: UserSession?) -> Bool {
        switch self {
        case .authenticated: session != nil
        case .anybody: true
        case .users(let users): session.map { session in users.contains { $0.meaning == .user(session.user) } } ?? false
        case .not(let other): !other.includes(session)
        }
    }
}
