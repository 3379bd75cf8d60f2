import Primitives
package import ResourceMessages

/// A record of a user that a document is compared with.
package struct VerifyRecord: Sendable, Equatable {
    /// A value of the record.
    package struct Value: Shaped, Equatable {
        package var value = ""

        package init() {}

        package static let shapeName = "VerifyRequirement"
        package static let members: [Member<Self>] = [Member("value", \.value, .text(1...256), .required)]
    }

    package var givenName: Value?
    package var familyName: Value?
    package var name: Value?
    package var address: Value?
    package var birthDate: Value?

    package init() {}
}

extension VerifyRecord: Shaped {
    package static let shapeName = "VerifyRequirements"
    package static let members: [Member<Self>] = [
        Member("given_name", optional: \.givenName, .object), Member("family_name", optional: \.familyName, .object),
        Member("name", optional: \.name, .object), Member("address", optional: \.address, .object),
        Member("birth_date", optional: \.birthDate, .object),
    ]
}
