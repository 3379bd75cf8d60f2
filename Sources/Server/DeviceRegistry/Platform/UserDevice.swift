package import Foundation
import Primitives
import Store
package import DevicePolicies

/// Something by which a user can show again who they are (`docs/protocols/platform.md` 2.3).
package struct UserDevice: Sendable, Equatable, Identifiable {
    /// The kind of a device, which decides how the user shows it.
    package typealias Kind = DeviceKind

    /// The state of a device; its raw value is the name in the database and the API.
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

    /// The id, unique in the realm.
    package let id: UUID
    /// The id of the realm.
    package let realm: UUID
    /// The id of the user.
    package let user: UUID
    package let kind: Kind
    package var status: Status
    /// The user's name for the device; nil for none.
    package var nickname: String?
    /// Its place in the user's order; the first is the default. nil while it isn't active.
    package var position: Int?
    /// The address or telephone number of `EMAIL`, `SMS` and `VOICE`.
    package var contact: String?
    /// The extension of a `VOICE` device.
    package var phoneExtension: String?
    /// The installation and application of a `MOBILE` device.
    package var installation: String?
    /// The id of the application of a `MOBILE` device.
    package var application: String?
    /// The time until which the device is locked; nil when it isn't.
    package var lockedUntil: Date?
    /// The reason of the lock; nil for none.
    package var lockReason: LockReason?
    /// The time when an administrator blocked the device; nil when it isn't blocked.
    package var blocked: Date?
    /// The time of creation.
    package let created: Date
    /// The time of the last change.
    package var updated: Date
    /// Whether its codes are returned to the caller that asks for them, instead of being sent.
    package var isTest = false

    package init(
        id: UUID, realm: UUID, user: UUID, kind: Kind, status: Status, nickname: String? = nil, position: Int? = nil,
        contact: String? = nil, phoneExtension: String? = nil, installation: String? = nil, application: String? = nil,
        lockedUntil: Date? = nil, lockReason: LockReason? = nil, blocked: Date? = nil, created: Date, updated: Date, isTest: Bool = false
    ) {
        self.id = id
        self.realm = realm
        self.user = user
        self.kind = kind
        self.status = status
        self.nickname = nickname
        self.position = position
        self.contact = contact
        self.phoneExtension = phoneExtension
        self.installation = installation
        self.application = application
        self.lockedUntil = lockedUntil
        self.lockReason = lockReason
        self.blocked = blocked
        self.created = created
        self.updated = updated
        self.isTest = isTest
    }

    /// Whether the device is locked at a time.
    package func isLocked(at now: Date) -> Bool { lockedUntil.map { now < $0 } ?? false }
    /// Whether an administrator has blocked the device.
    package var isBlocked: Bool { blocked != nil }
    /// Whether anything can be asked of it.
    package func isUsable(at now: Date) -> Bool { status == .active && !isBlocked && !isLocked(at: now) }
}

extension UserDevice {
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
