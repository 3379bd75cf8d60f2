import Directory
import Foundations
import Primitives
import ResourceMessages

extension ProfileSchema {
    /// A profile with some attributes.
    func document(_ assignments: [Assignment]) throws -> JSONObject {
        var document = JSONObject()
        try apply(assignments, to: &document)
        return document
    }

    /// Sets attributes, each of the type that the schema says; an empty value takes one away.
    func apply(_ assignments: [Assignment], to document: inout JSONObject) throws {
        for assignment in assignments {
            let attribute = try attribute(named: assignment.name)
            switch assignment.value {
            case .text(let text): document[attribute.path] = try Self.value(text, of: attribute)
            case .json(.string(let text)) where Self.isTyped(text, attribute):
                document[attribute.path] = try Self.value(text, of: attribute)
            case .json(let json): document[attribute.path] = json == .null ? nil : json
            }
        }
    }

    /// The attribute of a name that was typed.
    func attribute(named name: String) throws -> ProfileAttribute {
        if let attribute = self[name] { return attribute }
        let help = Suggestion.help(for: name, among: attributes.map(\.name))
        throw AdministrationError(.invalid, "the realm's schema has no attribute \(name); \(help)")
    }

    /// Whether a text that was sent stands for a value of another type, as a command line has it.
    private static func isTyped(_ text: String, _ attribute: ProfileAttribute) -> Bool {
        switch attribute.kind {
        case .string: false
        case .structure: text.hasPrefix("{") || text.hasPrefix("[")
        case .number, .boolean, .strings: true
        }
    }

    private static func value(_ text: String, of attribute: ProfileAttribute) throws -> JSONValue? {
        if text.isEmpty { return nil }
        switch attribute.kind {
        case .string: return .string(text)
        case .strings: return .array(text.split(separator: ",").map { .string(String($0)) })
        case .boolean:
            guard let flag = ["true": true, "false": false][text] else {
                throw AdministrationError(.invalid, "\(attribute.name) must be true or false, not \(text)")
            }
            return .bool(flag)
        case .number:
            guard let number = try? JSONValue(parsing: text), number.number != nil else {
                throw AdministrationError(.invalid, "\(attribute.name) must be a number, not \(text)")
            }
            return number
        case .structure:
            guard let value = try? JSONValue(parsing: text) else { throw AdministrationError(.invalid, "\(attribute.name) must be JSON") }
            return value
        }
    }
}
