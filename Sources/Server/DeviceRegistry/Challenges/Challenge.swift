package import DeviceMessages
package import Foundation
import Primitives
import ResourceMessages
import Store
package import DevicePolicies

/// Something that an installation is asked: to let its user approve or deny, or to answer by itself.
///
/// `pending → claimed → approved | denied | expired | failed`; what ends it is written once.
package struct Challenge: Sendable, Identifiable {
    /// The standing of a challenge.
    package typealias Status = ChallengeStanding.Status

    /// 128 random bits in base64url.
    package let id: String
    /// The id of the realm.
    package let realm: UUID
    package let kind: PushStatement.Kind
    /// The status as it is stored; ``status(at:)`` knows the time.
    package var stored: Status
    /// The id of the installation.
    package let installation: String
    /// The MOBILE device that the installation is to the user; the pairing.
    package let device: UUID
    /// The id of the user.
    package let user: UUID
    /// The id of the application, its `client_id`.
    package let application: String
    /// The document that is shown, to the byte.
    package let document: String
    /// The text that an answer must repeat: the push's, or the fresh one of a second prompt.
    package let nonce: String
    /// The number that must be given to approve; nil when none is asked for.
    package let number: Int?
    /// The numbers to pick from, or nil when it is typed.
    package let matching: NumberMatching?
    /// Whether this is the second prompt, after a wrong number.
    package let isSecond: Bool
    /// Whether the device must have shown its integrity.
    package let integrity: MobileApplicationRules.Enforcement?
    /// Whether a silent push that stays unanswered is let pass, and written down as unverified.
    package let passesUnanswered: Bool
    /// The methods by which the device made sure of its user, as it says.
    package var methods: [String]
    /// The reason that the user or device gave for a denial; nil for none.
    package var reason: ChallengeDecision.Reason?
    /// The time of creation.
    package let created: Date
    /// The time of expiry.
    package let expires: Date
    /// Whether its push has yet to be handed over to its carrier.
    var isUnsent = false
    /// The device authentication that asked; nil for a journey's, or a test.
    package var authentication: UUID?
    /// The presentation of its push; nil for the app's own texts.
    var presentation: PushPresentation?
    /// The key of who asked (``BudgetAsker``); nil for this server.
    var asker: String?

    package init(
        id: String, realm: UUID, kind: PushStatement.Kind, stored: Status, installation: String, device: UUID, user: UUID,
        application: String, document: String, nonce: String, number: Int?, matching: NumberMatching?, isSecond: Bool,
        integrity: MobileApplicationRules.Enforcement?, passesUnanswered: Bool, methods: [String], reason: ChallengeDecision.Reason? = nil,
        created: Date, expires: Date, isUnsent: Bool = false, authentication: UUID? = nil, presentation: PushPresentation? = nil,
        asker: String? = nil
    ) {
        self.id = id
        self.realm = realm
        self.kind = kind
        self.stored = stored
        self.installation = installation
        self.device = device
        self.user = user
        self.application = application
        self.document = document
        self.nonce = nonce
        self.number = number
        self.matching = matching
        self.isSecond = isSecond
        self.integrity = integrity
        self.passesUnanswered = passesUnanswered
        self.methods = methods
        self.reason = reason
        self.created = created
        self.expires = expires
        self.isUnsent = isUnsent
        self.authentication = authentication
        self.presentation = presentation
        self.asker = asker
    }

    /// Returns where it stands at a time: what no user has decided is over when its time is.
    package func status(at now: Date) -> Status {
        switch stored {
        case .pending, .claimed: now < expires ? stored : .expired
        default: stored
        }
    }
}

extension Challenge {
    init(_ row: Row) throws {
        id = try row.text("id")
        realm = try row.uuid("realm")
        kind = PushStatement.Kind(rawValue: try row.text("kind")) ?? .authentication
        stored = Status(rawValue: try row.text("status")) ?? .failed
        installation = try row.text("installation")
        device = try row.uuid("device")
        user = try row.uuid("user_id")
        application = try row.text("application")
        document = try row.text("document")
        nonce = try row.text("nonce")
        number = try row.optionalInt("number").map { Int($0) }
        let options = try row.optionalText("options").flatMap { try JSONValue(parsing: $0, limits: .own()).array }
        matching = number == nil ? nil : options.map { .selected($0.compactMap { $0.integer.map { Int($0) } }) } ?? .entered
        isSecond = try row.bool("second")
        passesUnanswered = try row.bool("lenient")
        integrity = try row.optionalText("integrity").flatMap(MobileApplicationRules.Enforcement.init)
        methods = try JSONValue(parsing: try row.text("methods"), limits: .own()).strings ?? []
        reason = try row.optionalText("reason").flatMap(ChallengeDecision.Reason.init)
        created = try row.date("created")
        expires = try row.date("expires")
        asker = try row.optionalText("asker")
        isUnsent = try row.bool("unsent")
        authentication = try row.optionalUUID("authentication")
        presentation = try row.optionalText("presentation").map { try PushPresentation(stored: JSONValue(parsing: $0, limits: .own())) }
    }
}
