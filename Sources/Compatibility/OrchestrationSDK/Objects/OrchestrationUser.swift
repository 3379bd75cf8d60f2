public import Foundation
import Orchestration
import Primitives

/// A user of the platform.
public struct OrchestrationUser: Sendable, Equatable {
    /// The user's identifier.
    public let userIdentifier: String
    /// The domain; nil for the default one.
    public let domain: String?

    /// Makes a user.
    public init(userIdentifier: String, domain: String? = nil) {
        self.userIdentifier = userIdentifier
        self.domain = domain
    }

    /// Makes a user, as Android does.
    public init(_ userIdentifier: String, _ domain: String? = nil) { self.init(userIdentifier: userIdentifier, domain: domain) }
}

/// The information about a user.
public struct OrchestrationUserInformation: Sendable, Equatable {
    /// The user.
    public let user: OrchestrationUser
    /// The serial number of the authenticator.
    public let serialNumber: String
    /// The time of the activation.
    public let activationDate: Date
    /// The notification identifier that was registered last.
    public let notificationIdentifier: String?
}

extension OrchestrationUserInformation {
    init(_ information: UserInformation) {
        self.init(
            user: OrchestrationUser(userIdentifier: information.name, domain: information.domain.isEmpty ? nil : information.domain),
            serialNumber: information.serial, activationDate: information.activated,
            notificationIdentifier: information.notificationIdentifier)
    }
}
