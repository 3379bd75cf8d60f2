import CommandChannel
public import Foundation
import Primitives

/// The device's knowledge of a user.
public struct UserInformation: Sendable, Equatable {
    /// The user's identifier.
    public let name: String
    /// The domain; empty for the server's default.
    public let domain: String
    /// The serial number of the licence.
    public let serial: String
    /// The time of the activation.
    public let activated: Date
    /// The address for notifications that was registered last; nil before the first.
    public let notificationIdentifier: String?
    /// Whether the user's face can be asked for.
    public let hasFace: Bool
}

extension OrchestrationDevice {
    /// The users who are activated on this device, by name.
    public var users: [UserInformation] {
        get async throws(OrchestrationError) {
            try await book.all().filter(\.isActivated).map(UserInformation.init).sorted { ($0.name, $0.domain) < ($1.name, $1.domain) }
        }
    }

    /// Whether a user is activated on this device.
    /// - Throws: ``OrchestrationError/Code/storage``; ``OrchestrationError/Code/userEmpty``; ``OrchestrationError/Code/userFormat``.
    public func isActivated(_ name: String, domain: String? = nil) async throws(OrchestrationError) -> Bool {
        try await book.record(try user(name, domain))?.isActivated ?? false
    }

    /// The device's knowledge of a user.
    /// - Throws: ``OrchestrationError/Code/userNotActivated``; ``OrchestrationError/Code/storage``.
    public func information(_ name: String, domain: String? = nil) async throws(OrchestrationError) -> UserInformation {
        UserInformation(try await activated(try user(name, domain)))
    }

    /// Forgets a user: the record, then the keys. The server isn't told.
    /// - Throws: ``OrchestrationError/Code/storage``; ``OrchestrationError/Code/key``; ``OrchestrationError/Code/busy``.
    public func delete(_ name: String, domain: String? = nil) async throws(OrchestrationError) {
        let user = try user(name, domain)
        try await exclusively(user) { () async throws(OrchestrationError) in
            guard let record = try await book.record(user) else { return }
            try await book.remove(user)
            try await deleteKeys(record.keys)
        }
    }

    /// Lets the user's face be asked for from now on: one that the device knew when the server last took the user's PIN.
    /// - Throws: ``OrchestrationError/Code/biometricUnavailable`` where the device has no means for it;
    ///   ``OrchestrationError/Code/biometricRefused``, also where other faces are enrolled since; ``OrchestrationError/Code/aborted``.
    public func enrollFace(_ name: String, domain: String? = nil) async throws(OrchestrationError) {
        let user = try user(name, domain)
        try await exclusively(user) { () async throws(OrchestrationError) in
            let record = try await activated(user)
            guard await counts(.face, record) else {
                throw OrchestrationError(.biometricRefused, "the device knows other faces than before; use the PIN once")
            }
            guard configuration.face != nil, try await verify(.face) else {
                throw OrchestrationError(.biometricUnavailable, "this device doesn't recognise faces")
            }
            try await book.update(user) { $0.hasFace = true }
        }
    }
}

extension UserInformation {
    init(_ record: UserRecord) {
        name = record.user.name
        domain = record.user.domain
        serial = record.terms.serial
        activated = record.created
        notificationIdentifier = record.notificationIdentifier
        hasFace = record.hasFace
    }
}
