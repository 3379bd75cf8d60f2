import CommandChannel
package import Foundations
import Primitives

/// The refusal of a call or a command, by the numbers of the documented ranges (`docs/orchestration.md`).
package struct OrchestrationRefusal: PublicError, CustomStringConvertible {
    /// The kinds of refusal; each has the number that callers receive.
    package enum Code: Int32, Sendable, CaseIterable {
        /// A member of the request can't be.
        case invalid = -1001
        /// The command is none.
        case undecodable = -1002
        /// The records beneath it were changed meanwhile, several times in a row.
        case busy = -1003
        /// Too many came of late, or wait already.
        case limited = -1004
        /// The application has no such user.
        case userUnknown = -1100
        /// The user may not sign in.
        case userLocked = -1101
        /// The user is an administrator, for whom no customer's server speaks.
        case userForbidden = -1102
        /// There is no registration, it is spent, or its time or attempts are over.
        case registrationEnded = -1200
        /// No licence is free.
        case licencesExhausted = -1201
        /// The user has as many authenticators as the application allows.
        case authenticatorLimit = -1202
        /// The command was changed on its way, or is another's.
        case unreadable = -1300
        /// There is no such authenticator, or it is no user's.
        case authenticatorUnknown = -1301
        /// Wrong PINs have locked the authenticator.
        case authenticatorLocked = -1302
        /// The command, or a later one, was taken before.
        case replayed = -1303
        /// The command is another than the flow waits for.
        case order = -1304
        /// The licence is another user's.
        case authenticatorTaken = -1305
        /// There is no such request.
        case sessionUnknown = -1400
        /// The request has ended.
        case sessionOver = -1401
        /// The code isn't right.
        case authenticationFailed = -1600
        /// The signature isn't right.
        case signatureFailed = -1700
    }

    package let code: Code
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    package var description: String { reason }

    package var kind: ErrorKind {
        switch code {
        case .invalid, .undecodable: .invalid
        case .busy, .replayed, .sessionOver, .licencesExhausted, .authenticatorLimit: .conflict
        case .authenticatorTaken: .taken
        case .limited: .limited
        case .userUnknown, .authenticatorUnknown, .sessionUnknown: .unknown
        case .userLocked, .userForbidden, .authenticatorLocked: .notPermitted
        case .registrationEnded, .unreadable, .order, .authenticationFailed, .signatureFailed: .refused
        }
    }
}

extension OrchestrationRefusal {
    /// The refusal of a command that the channel doesn't take.
    init(_ error: CommandError) {
        switch error.code {
        case .malformed, .tooLarge: self.init(.undecodable, error.reason)
        case .order: self.init(.order, error.reason)
        case .replayed: self.init(.replayed, error.reason)
        case .locked, .expired: self.init(.registrationEnded, Self.ended.reason)
        case .invalid: self.init(.invalid, error.reason)
        default: self.init(.unreadable, "the command was changed on its way, or is for another device, flow or key")
        }
    }

    static let superseded = Self(.busy, "what the command stands on was changed meanwhile; send it again")
    static let ended = Self(.registrationEnded, "there is no registration that waits, or its time or attempts are over")
    static let unassigned = Self(.authenticatorUnknown, "there is no such authenticator of a user")
    static let locked = Self(.authenticatorLocked, "the authenticator is locked")

    /// Runs what the channel may refuse.
    static func telling<Result>(_ body: () throws(CommandError) -> Result) throws(OrchestrationRefusal) -> Result {
        do { return try body() } catch { throw OrchestrationRefusal(error) }
    }
}
