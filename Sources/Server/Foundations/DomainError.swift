import Primitives

/// The refusal of a request by the domain.
package struct DomainError: PublicError, CustomStringConvertible {
    /// The reason of the refusal, which dialects map to their own codes.
    package enum Code: Sendable, Equatable {
        /// No realm, user, application, journey, script, policy set, template or session of this name.
        case unknownRealm, unknownUser, unknownApplication, unknownJourney, unknownScript, unknownPolicySet, unknownTemplate
        /// No identity provider of this name.
        case unknownProvider
        /// The realm has no SMS gateway of its own.
        case unknownGateway
        /// The realm has no population, policy or other named part of the platform of this id.
        case unknownResource
        /// The user has no such device.
        case unknownDevice
        /// A name that may mean two users.
        case ambiguous
        /// The name is taken.
        case alreadyExists
        /// A name, setting or value that can't be.
        case invalid
        /// The thing was changed or spent by another caller meanwhile.
        case conflict
        /// Something that this author may not do.
        case notPermitted
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
        case .unknownRealm, .unknownUser, .unknownApplication, .unknownJourney, .unknownScript, .unknownPolicySet, .unknownTemplate,
            .unknownProvider, .unknownGateway, .unknownResource, .unknownDevice:
            .unknown
        case .alreadyExists: .taken
        case .conflict, .ambiguous: .conflict
        case .invalid: .invalid
        case .notPermitted: .notPermitted
        }
    }
}
