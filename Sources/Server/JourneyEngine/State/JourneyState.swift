package import DeviceRegistry
package import Directory
package import Foundation
package import MultiFactor
package import Primitives

/// The state that a run of a journey remembers from step to step. It travels with the client, sealed, in `authId`.
package struct JourneyState: Sendable, Equatable {
    /// Names this run of the journey.
    package let run: String
    /// The number of times that this run has verified, decided or changed something: see ``SpendTicket``.
    var epoch = 0
    /// The time when the run is over, finished or not.
    package var expires: Date
    /// The journeys that the run is in, the outermost first, each with the node where it stands.
    package var frames: [Frame]
    /// The number of steps that have been asked.
    package var steps = 0
    /// The user name that the client claims, or that of the user who is known.
    package var username: String? { didSet { named = nil } }
    /// The user who had ``username`` when the server set it: a later holder of the name is another user. It proves nothing.
    package private(set) var named: UUID?
    /// The user who has proved who they are, and how.
    package private(set) var user: UUID?
    /// The way in which the user has proved who they are.
    package private(set) var proof = JourneyProof.fresh
    /// The factors by which that was proved in this run, and those that were wrong in it.
    private(set) var factors: Set<Factor> = []
    /// The factors that were wrong in this run.
    package var failed: Set<Factor> = []
    /// The authentication level that the run has reached.
    package var authLevel = 0
    /// The values that nodes and scripts keep for each other.
    package var shared = JSONObject()
    /// Secrets on their way from the node that asked to the one that needs them.
    package var secrets: [String: Secret] = [:]
    /// Properties for the session to be made.
    package var sessionProperties: [String: String] = [:]
    /// The limit of the session to be made, in minutes; nil for the journey's or the realm's limits.
    package var sessionTime: Int?
    /// The number of minutes that the session may lie unused; nil for the journey's or the realm's limit.
    package var idleTime: Int?
    /// The text for the client when the run fails, and the one when the account turns out to be locked; nil for the usual texts.
    package var failureMessage: String?
    /// The text for the client when the account turns out to be locked; nil for the usual one.
    package var lockoutMessage: String?
    /// The nodes' plans for the end.
    @Rare package var ending: JourneyEnding
    /// Whether the run waits for a link, so that its step takes no answer.
    package var isSuspended = false
    /// The e-mail address at which a message of this run was read, which perhaps no account has yet.
    package var provenMail: String?
    /// The demands of the request that began the run.
    @Rare package var request: Request

    /// Takes that a user has proved who they are. False when another user has in this run: factors of different users don't add up.
    ///
    /// - Parameter factor: the factor that was right; when the sign-on succeeds, its series of wrong ones is over.
    package mutating func identify(_ user: User, showing factor: Factor, by proof: JourneyProof = .fresh) -> Bool {
        guard self.user == nil || self.user == user.id else { return false }
        factors.insert(factor)
        // A proof of this run stays.
        if self.user == nil || proof == .fresh { self.proof = proof }
        self.user = user.id
        username = user.username
        // The name as it is stored, not as it was typed: it is no change of the account.
        named = user.id
        if let given = attributes["userName"]?.string, user.isNamed(given) {
            attributes["userName"] = .string(user.username)
        }
        return true
    }

    /// Takes a user as the one whom the run is about. It proves nothing.
    package mutating func name(_ user: User) { name(user.id, user.username) }

    /// Takes a user of an id, who has a name now, as the one whom the run is about. It proves nothing.
    package mutating func name(_ user: UUID, _ username: String) {
        self.username = username
        named = user
    }

    /// Puts back whom a sealed state is about.
    package mutating func restore(named user: UUID) { named = user }

    /// Puts back what a sealed state says.
    package mutating func restore(_ user: UUID, showing factors: Set<Factor>, by proof: JourneyProof) {
        self.user = user
        self.factors = factors
        self.proof = proof
    }

    /// A journey that the run is in, and the place in it.
    package struct Frame: Sendable, Equatable {
        /// The name of the journey.
        package let journey: String
        /// The journey's content when the run entered it.
        package let fingerprint: String
        /// The id of the node where the journey stands.
        package var node = ""
    }

    /// The parts of the request that began the run which matter until its end.
    package struct Request: RarePart {
        package static let initial = Self()

        /// Whether success makes no session.
        package var noSession = false
        /// The place to go to after success; checked.
        package var goto: String?
        /// The place to go to after failure; checked.
        package var gotoOnFail: String?
        /// The session that this run's is to replace, or in which it approves something.
        package var upgrade: Upgrade?
        /// The transaction that success approves, in place of making a session.
        package var approval: Approval?
        /// The mobile payload of the authorization request.
        package var payload: Payload?
        /// The application that the user signs in to.
        package var application: RequestingApplication?
        /// The passkeys that the client that shows the run's steps can ask by the platform's own actions.
        package var passkeys = Browser.Compatibility.none
    }

    /// A mobile payload, and what came of it in this run.
    package struct Payload: Sendable, Equatable {
        package let submitted: SubmittedPayload
        /// Whether a device authentication has looked at it and the user continued, by whatever factor.
        package var isPassed = false
    }

    /// The approval of a transaction.
    package struct Approval: Sendable, Equatable {
        /// The id of the transaction.
        package let transaction: String
        /// The token of the session, for the answer.
        package let sessionToken: Secret
    }

    /// The session that the run's is to replace.
    package struct Upgrade: Sendable, Equatable {
        /// The handle of the session.
        package let handle: String
        /// The id of the user.
        package let user: UUID
        /// Whether it is an anonymous session, which any user's may replace.
        package var isAnonymous = false
    }
}
