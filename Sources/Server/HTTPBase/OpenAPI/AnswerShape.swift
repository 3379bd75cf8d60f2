import Primitives
package import ResourceMessages

/// The shapes that several answers of an API have.
package enum AnswerShape {
    /// A UUID in its text of 36 characters.
    package static let id: Shape = .text(.init(length: 36...36, format: "uuid"))
    /// A time as RFC 3339 writes it, to the second, in UTC.
    package static let time: Shape = .text(.init(length: 20...20, format: "date-time"))
    /// A text of any content, 65 536 characters at most.
    package static let text: Shape = .text(.init(length: 0...65_536))
    /// An object without members.
    package static let nothing = told("Nothing", [])

    /// An object that is only told: the members that are always there, and those that may be missing.
    package static func told(_ name: String, _ always: [(String, Shape)], or sometimes: [(String, Shape)] = []) -> Shape {
        .object(
            ObjectShape(
                name: name,
                members: always.map { .init(name: $0.0, shape: $0.1, presence: .required) }
                    + sometimes.map { .init(name: $0.0, shape: $0.1, presence: .optional) }))
    }

    /// One of the names of an enumeration.
    package static func choice<Value: RawRepresentable<String> & CaseIterable>(_: Value.Type) -> Shape {
        .choice(Value.allCases.map(\.rawValue))
    }
}
