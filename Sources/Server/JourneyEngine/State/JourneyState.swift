import Foundation
import Primitives
import DeviceRegistry
import Directory
import MultiFactor

/// The state that a run of a journey remembers from step to step. It travels with the client, sealed, in `authId`.
struct JourneyState: Sendable, Equatable {
    /// Names this run of the journey.
    let run: String
    /// The number of times that this run has verified, decided or changed something: see ``SpendTicket``.
    var epoch = 0
    /// The time when the run is over, finished or not.
    var expires: Date
    /// The journeys that the run is in, the outermost first, each with the node where it stands.
    var frames: [Frame]
    /// The number of steps that have been asked.
    var steps = 0
    /// The user name that the client claims.
    var username: String?
    /// The user who has proved who they are, and how.
    private(set) var user: UUID?
    private(set) var proof = JourneyProof.fresh
    /// The factors by which that was proved in this run, and those that were wrong in it.
    private(set) var factors: Set<Factor> = []
    var failed: Set<Factor> = []
    var authLevel = 0
    /// The values that nodes and scripts keep for each other.
    var shared = JSONObject()
    /// Secrets on their way from the node that asked to the one that needs them.
    var secrets: [String: Secret] = [:]
    /// Properties for the session to be made.
    var sessionProperties: [String: String] = [:]
    /// The limit of the session to be made, in minutes; nil for the journey's or the realm's limits.
    var sessionTime: Int?
    var idleTime: Int?
    /// The text for the client when the run fails, and the one when the account turns out to be locked; nil for the usual texts.
    var failureMessage: String?
    var lockoutMessage: String?
    /// The nodes' plans for the end.
    var ending = JourneyEnding()
    /// Whether the run waits for a link, so that its step takes no answer.
    var isSuspended = false
    /// The e-mail address at which a message of this run was read, which perhaps no account has yet.
    var provenMail: String?
    /// The demands of the request that began the run.
    var request = Request()

    /// Takes that a user has proved who they are. False when another user has in this run: factors of different users don't add up.
    ///
    /// - Parameter factor: what was right; when the sign-on succeeds, its series of wrong ones is over.
    mutating func identify(_ user: User, showing factor: Factor, by proof: JourneyProof = .fresh) -> Bool {
        guard self.user == nil || self.user == user.id else { return false }
        factors.insert(factor)
        // What was proved in this run stays so.
        if self.user == nil || proof == .fresh { self.proof = proof }
        self.user = user.id
        username = user.username
        // The name as it is stored, not as it was typed: it is no change of the account.
        if attributes["userName"]?.string.map(Users.folded) == Users.folded(user.username) {
            attributes["userName"] = .string(user.username)
        }
        return true
    }

    /// Puts back what a sealed state says.
    mutating func restore(_ user: UUID, showing factors: Set<Factor>, by proof: JourneyProof) {
        (self.user, self.factors, self.proof) = (user, factors, proof)
    }

    struct Frame: Sendable, Equatable {
        let journey: String
        /// The journey's content when the run entered it.
        let fingerprint: String
        var node = ""
    }

    struct Request: Sendable, Equatable {
        var noSession = false
        /// The place to go to after success; checked.
        var goto: String?
        /// The place to go to after failure; checked.
        var gotoOnFail: String?
        /// The session that this run's is to replace, or in which it approves something.
        var upgrade: Upgrade?
        /// The transaction that success approves, in place of making a session.
        var approval: Approval?
        /// The mobile payload of the authorization request.
        var payload: Payload?
        /// The application that the user signs in to.
        var application: RequestingApplication?
        /// The passkeys that the client that shows the run's steps can ask by the platform's own actions.
        var passkeys = Browser.Compatibility.none
    }

    struct Payload: Sendable, Equatable {
        let submitted: SubmittedPayload
        /// Whether a device authentication has looked at it and the user went on, by whatever factor.
        var isPassed = false
    }

    struct Approval: Sendable, Equatable {
        let transaction: String
        /// The token of the session, for the answer.
        let sessionToken: Secret
    }

    struct Upgrade: Sendable, Equatable {
        let handle: String
        let user: UUID
        /// Whether it is an anonymous session, which any user's may replace.
        var isAnonymous = false
    }
}
