package import Foundation
import Primitives
import Store

/// Something by which a user can show again who they are (`pingone-platform.md` 2.3).
package struct Device: Sendable, Equatable, Identifiable {
    package enum Kind: String, Sendable, CaseIterable {
        /// An installation of an app that is paired with the user; the device's id is the pairing's.
        case mobile = "MOBILE"
        /// An authenticator app.
        case totp = "TOTP"
        case email = "EMAIL"
        case sms = "SMS"
        case voice = "VOICE"
        /// A passkey or security key.
        case fido2 = "FIDO2"
        /// An authenticator app, or a token, that counts instead of looking at a clock.
        case oathToken = "OATH_TOKEN"
        /// An authenticator app's account for push (`pingam-protocol.md` 6).
        case authenticator = "AUTHENTICATOR"
        /// An app whose key is bound to the user (`pingam-protocol.md` 8).
        case bound = "BOUND"

        /// Those that the platform's API knows; the others are of journeys.
        package static let ofPlatform = allCases.filter { $0 != .authenticator && $0 != .bound }
    }

    package enum Status: String, Sendable {
        case active = "ACTIVE"
        /// It waits for a code that shows that it is the user's.
        case activationRequired = "ACTIVATION_REQUIRED"
    }

    /// The reason for which a device can't be used for a while.
    package enum LockReason: String, Sendable {
        case passcode = "OTP"
        case push = "PUSH"
    }

    package let id: UUID
    package let realm: UUID
    package let user: UUID
    package let kind: Kind
    package var status: Status
    package var nickname: String?
    /// Its place in the user's order; the first is the default. nil while it isn't active.
    package var position: Int?
    /// The address or telephone number of `EMAIL`, `SMS` and `VOICE`.
    package var contact: String?
    /// The extension of a `VOICE` device.
    package var phoneExtension: String?
    /// The installation and application of a `MOBILE` device.
    package var installation: String?
    package var application: String?
    package var lockedUntil: Date?
    package var lockReason: LockReason?
    package var blocked: Date?
    package let created: Date
    package var updated: Date
    /// Whether its codes are told to the caller that asks for them, instead of being sent.
    package var isTest = false

    package func isLocked(at now: Date) -> Bool { lockedUntil.map { now < $0 } ?? false }
    package var isBlocked: Bool { blocked != nil }
    /// Whether anything can be asked of it.
    package func isUsable(at now: Date) -> Bool { status == .active && !isBlocked && !isLocked(at: now) }
}

extension Device {
    init(_ row: Row) throws {
        id = try row.uuid("id")
        realm = try row.uuid("realm")
        user = try row.uuid("user_id")
        kind = Kind(rawValue: try row.text("kind")) ?? .mobile
        status = Status(rawValue: try row.text("status")) ?? .activationRequired
        nickname = try row.optionalText("nickname")
        position = try row.optionalInt("position").map { Int($0) }
        contact = try row.optionalText("contact")
        phoneExtension = try row.optionalText("extension")
        installation = try row.optionalText("installation")
        application = try row.optionalText("application")
        lockedUntil = try row.optionalDate("locked_until")
        lockReason = try row.optionalText("lock_reason").flatMap(LockReason.init)
        blocked = try row.optionalDate("blocked")
        created = try row.date("created")
        updated = try row.date("updated")
        isTest = try row.bool("test")
    }
}
