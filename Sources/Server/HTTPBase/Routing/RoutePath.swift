import Primitives

/// The pattern of a path: `am/json/{realm?}/users/:id`.
///
/// `{realm}` stands for the realm, in all the forms of `docs/protocols/step-protocol.md` 1.2: one or more pairs `realms/NAME`; `{realm?}`
/// for none too. `:id` is a parameter: any one segment.
package struct RoutePath: Sendable, Hashable, CustomStringConvertible {
    package enum Element: Sendable, Hashable {
        case constant(String)
        case parameter(String)
        case realm(isOptional: Bool)
    }

    /// The parameter of a path that names its realm as the platform does, by the environment's id.
    package static let environment = "environmentID"

    /// The elements of the pattern, in their order.
    package let elements: [Element]

    /// Reads a pattern; slashes at its ends count for nothing.
    package init(_ pattern: String) { elements = pattern.split(separator: "/").map { Element($0) } }

    private init(elements: [Element]) { self.elements = elements }

    /// This pattern, and below it another.
    package func appending(_ rest: RoutePath) -> RoutePath { RoutePath(elements: elements + rest.elements) }

    /// The names of the parameters, in their order.
    package var parameters: [String] {
        elements.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }

    /// Whether the path names its realm by `realms/NAME`.
    package var hasRealm: Bool { elements.contains { if case .realm = $0 { true } else { false } } }

    /// The pattern as metrics and logs name it: `/am/json/{realm}/users/{id}`.
    package var description: String { "/" + elements.map(\.description).joined(separator: "/") }

    /// Paths that match: each parameter is filled in with what `value` gives for it, the realm with each of `realms`.
    package func examples(realms: [String], value: (String) -> String) -> [String] {
        let choices = elements.map { element -> [String] in
            switch element {
            case .constant(let text): ["/" + text]
            case .parameter(let name): ["/" + value(name)]
            case .realm(let isOptional): realms.filter { isOptional || !$0.isEmpty }
            }
        }
        return choices.reduce([""]) { paths, next in paths.flatMap { path in next.map { path + $0 } } }
    }
}

extension RoutePath.Element: CustomStringConvertible {
    /// Reads one segment of a pattern: `{realm}`, `{realm?}`, `:name`, or a constant.
    package init(_ text: Substring) {
        self =
            switch text {
            case "{realm}": .realm(isOptional: false)
            case "{realm?}": .realm(isOptional: true)
            default: text.hasPrefix(":") ? .parameter(String(text.dropFirst())) : .constant(String(text))
            }
    }

    package var description: String {
        switch self {
        case .constant(let text): text
        case .parameter(let name): "{\(name)}"
        case .realm: "{realm}"
        }
    }
}
