import Primitives
package import ResourceMessages

/// The rule of a policy for the comparison of a document's data with a record of the user.
package struct RecordMatchingRule: Sendable, Equatable {
    /// A part of the record.
    package enum Part: String, Sendable, CaseIterable {
        case address
        case birthDate = "birth_date"
        case familyName = "family_name"
        case givenName = "given_name"
        case name
    }

    /// The rule for one part.
    package struct Rule: Shaped, Equatable {
        package var isRequired = false
        package var threshold = RecordStrictness.medium

        package init() {}

        package static let shapeName = "VerifyRecordField"
        package static let members: [Member<Self>] = [
            Member("fieldRequired", \.isRequired, .flag)
                .saying("Whether the check fails where the record or the document hasn't it.", tellsInitial: true),
            Member("threshold", \.threshold, .choice)
                .saying("The least likeness of texts: LOW 0.75, MEDIUM 0.85, HIGH 1. Days are equal or not.", tellsInitial: true),
        ]
    }

    package var address: Rule?
    package var birthDate: Rule?
    package var familyName: Rule?
    package var givenName: Rule?
    package var name: Rule?

    package init() {}

    /// The parts that are compared, each with its rule.
    package var rules: [(part: Part, rule: Rule)] {
        [(.address, address), (.birthDate, birthDate), (.familyName, familyName), (.givenName, givenName), (.name, name)]
            .compactMap { part, rule in rule.map { (part, $0) } }
    }
}

extension RecordMatchingRule: Shaped {
    package static let shapeName = "VerifyIdentityRecordMatching"
    package static let members: [Member<Self>] = [
        Member("address", optional: \.address, .object), Member("birth_date", optional: \.birthDate, .object),
        Member("family_name", optional: \.familyName, .object), Member("given_name", optional: \.givenName, .object),
        Member("name", optional: \.name, .object),
    ]
}
