package import DeviceMessages
package import Foundation
import Primitives
import Store
package import DeviceRegistry
package import DevicePolicies

/// One authentication of a user by one of their devices (`docs/protocols/platform.md` 3): which device, what it is asked, and what came of
/// it.
package struct DeviceAuthentication: Sendable, Identifiable {
    /// The standing of an authentication; its raw value is the name in the API.
    package enum Status: String, Sendable, CaseIterable {
        case selectionRequired = "DEVICE_SELECTION_REQUIRED"
        case passcodeRequired = "OTP_REQUIRED"
        case assertionRequired = "ASSERTION_REQUIRED"
        case pushRequired = "PUSH_CONFIRMATION_REQUIRED"
        case pushTimedOut = "PUSH_CONFIRMATION_TIMED_OUT"
        case completed = "COMPLETED"
        case failed = "FAILED"

        /// Whether the authentication is over.
        package var isFinal: Bool { self == .completed || self == .failed }
    }

    /// The reason of a failure.
    package struct Failure: Sendable, Equatable {
        /// The code in the API, such as `NO_USABLE_DEVICES`.
        package let code: String
        /// The text for a developer.
        package let message: String
        /// The devices that could not be used.
        package var unavailable: [UUID] = []

        /// The failure of a user none of whose devices can be used now.
        package static func noUsableDevices(_ devices: [UUID]) -> Self {
            Self(code: "NO_USABLE_DEVICES", message: "none of the user's devices can be used now", unavailable: devices)
        }
        /// The failure of an authentication that was denied on the device.
        package static let pushDenied = Self(code: "PUSH_CONFIRMATION_REJECTED", message: "the request was denied on the device")
        /// The failure of a push that the device could not handle.
        package static let pushFailed = Self(code: "PUSH_CONFIRMATION_FAILED", message: "the request failed on the device")
        /// The failure of a silent push that stayed unanswered.
        package static let unverified = Self(code: "DEVICE_VERIFICATION_FAILED", message: "the device did not answer the silent push")
    }

    /// The id, unique in the realm.
    package let id: UUID
    /// The id of the realm.
    package let realm: UUID
    /// The id of the user.
    package let user: UUID
    /// The id of the device authentication policy.
    package let policy: UUID
    /// The status as it is stored; ``status`` knows the challenge.
    private(set) var stored: Status
    /// The id of the selected device; nil while none is.
    package var selected: UUID?
    /// The challenge of the selected device.
    package var challenge: Challenge?
    /// The application in which the user signs in.
    package let application: String?
    package var context: Context
    /// The methods by which the user has shown who they are, in the manner of `amr` (RFC 8176).
    private(set) var shown: [String]
    private(set) var failed: Failure?
    /// The time of creation.
    package let created: Date
    /// The time of the last change.
    package var updated: Date
    /// The time of expiry.
    package let expires: Date
    /// The time when this was read.
    let asOf: Date
    /// The status that the store has; nil for an authentication that it hasn't yet.
    var written: Status?

    /// The context of an authentication: what it is about.
    package struct Context: Sendable, Equatable {
        /// A text for the app.
        package var clientContext: String?
        /// The place where the user signs in, as it is written down and shown.
        package var requester = ChallengeDocument.Requester()
        /// An address that is no device of the user's, for this one time.
        package var oneTime: OneTimeContact?
        /// The browser where the user signs in, as far as passkeys care.
        package var browser = Browser()
        /// The mobile payload's installation and id, when one came.
        package var payload: Payload?
        /// The wording of messages and pushes, and the number that may be sent.
        package var notification = NotificationChoice()
        /// The challenge that a passkey is to sign, where the caller has one of its own (`webAuthn.challenge`).
        package var passkeyChallenge: [UInt8]?
        package init() {}
    }

    /// A mobile payload: its installation and its id.
    package struct Payload: Sendable, Equatable {
        /// The id of the installation.
        package let installation: String
        /// The id of the payload.
        package let id: String
    }

    /// An address for one authentication, which is no device.
    package struct OneTimeContact: Sendable, Equatable {
        package let kind: UserDevice.Kind
        /// The address or telephone number.
        package let contact: String
        /// Whether its code is returned to the caller that asks for it, instead of being sent.
        package let isTest: Bool

        package init(_ kind: UserDevice.Kind, _ contact: String, isTest: Bool = false) {
            self.kind = kind
            self.contact = contact
            self.isTest = isTest
        }
    }
}

extension DeviceAuthentication {
    /// The event that an authentication waits for.
    enum Demand {
        case selection, passcode, assertion
        case push(Challenge)
    }

    /// Waits for what the user or the device is asked.
    mutating func wait(for demand: Demand) {
        switch demand {
        case .selection: stored = .selectionRequired
        case .passcode: stored = .passcodeRequired
        case .assertion: stored = .assertionRequired
        case .push(let challenge):
            stored = .pushRequired
            self.challenge = challenge
        }
    }

    /// Ends it well, by a device that was cleared. A device's decision about a challenge completes it by the challenge.
    mutating func complete(_ methods: [String], by _: DeviceClearance) {
        (stored, shown, failed) = (.completed, methods, nil)
    }

    /// Ends it badly.
    mutating func fail(_ failure: Failure) {
        (stored, shown, failed) = (.failed, [], failure)
    }

    /// A new one, of which nothing is decided.
    init(
        _ id: UUID, of user: UUID, policy: UUID, application: String?, context: Context, at now: Date, until expires: Date, in realm: UUID
    ) {
        self.id = id
        self.realm = realm
        self.user = user
        self.policy = policy
        stored = .selectionRequired
        self.application = application
        self.context = context
        shown = []
        created = now
        updated = now
        self.expires = expires
        asOf = now
    }

    init(_ row: Row, challenge: Challenge?, asOf now: Date) throws {
        id = try row.uuid("id")
        realm = try row.uuid("realm")
        user = try row.uuid("user_id")
        policy = try row.uuid("policy")
        stored = Status(rawValue: try row.text("status")) ?? .failed
        selected = try row.optionalUUID("selected")
        self.challenge = challenge
        application = try row.optionalText("application")
        context = try Context(json: try JSONValue(parsing: try row.text("context"), limits: .own()))
        shown = try JSONValue(parsing: try row.text("methods"), limits: .own()).strings ?? []
        failed = try row.optionalText("failure").map { try Failure(json: try JSONValue(parsing: $0, limits: .own())) }
        created = try row.date("created")
        updated = try row.date("updated")
        expires = try row.date("expires")
        asOf = now
        written = stored
    }
}

extension DeviceAuthentication {
    /// The standing of the authentication.
    package var status: Status {
        guard stored == .pushRequired, let challenge else { return stored }
        switch (challenge.status(at: asOf), challenge.kind) {
        case (.pending, _), (.claimed, _): return .pushRequired
        case (.approved, _): return .completed
        case (.denied, _), (.failed, _): return .failed
        case (.expired, .silent): return isLenient ? .completed : .failed
        case (.expired, _): return .pushTimedOut
        }
    }

    /// The methods by which the user has shown who they are; empty before it is completed.
    package var methods: [String] {
        guard status == .completed else { return [] }
        guard stored == .pushRequired, let challenge else { return shown }
        return challenge.kind == .silent ? ["mfa"] : ["mfa"] + challenge.methods
    }

    /// The reason of the failure, also that of the challenge; nil when the authentication hasn't failed.
    package var failure: Failure? {
        guard status == .failed else { return nil }
        if let failed { return failed }
        switch challenge?.status(at: asOf) {
        case .denied: return .pushDenied
        case .expired: return .unverified
        default: return .pushFailed
        }
    }

    /// Whether the device itself answered, where only the device was asked; a silent push that stayed unanswered may be let pass.
    package var isVerified: Bool { challenge?.kind != .silent || challenge?.stored == .approved }

    /// The number that is to be shown at the sign-in.
    package var numberToShow: Int? { status == .pushRequired ? challenge?.number : nil }

    /// Whether a silent push that stays unanswered is let pass.
    private var isLenient: Bool { challenge?.passesUnanswered ?? false }
}
