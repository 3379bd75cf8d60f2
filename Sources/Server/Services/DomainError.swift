/// Why the domain refused something. Equal when the codes are equal.
package struct DomainError: Error, Equatable, CustomStringConvertible {
    package enum Code: Sendable, Equatable {
        /// No realm, user, application, journey, script, policy set, template or session of this name.
        case unknownRealm, unknownUser, unknownApplication, unknownJourney, unknownScript, unknownPolicySet, unknownTemplate
        /// No identity provider of this name.
        case unknownProvider
        /// The name is taken.
        case alreadyExists
        /// A name, setting or value that can't be.
        case invalid
        /// The thing was changed or spent by somebody else meanwhile.
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

    package static func == (left: Self, right: Self) -> Bool { left.code == right.code }
    package var description: String { reason }
}
