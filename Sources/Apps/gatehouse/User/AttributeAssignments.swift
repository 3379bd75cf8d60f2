import GatehouseServer
import Primitives
import ResourceMessages
import Directory

/// Attributes as they are typed, `givenName=Ada`: what type each is, the realm's schema says.
struct AttributeAssignments {
    private let assignments: [String]

    init(_ assignments: [String]) { self.assignments = assignments }

    /// A profile with these attributes.
    func document(by schema: ProfileSchema) throws -> JSONObject {
        var document = JSONObject()
        try apply(to: &document, by: schema)
        return document
    }

    /// Sets the attributes; `name=` takes one away.
    func apply(to document: inout JSONObject, by schema: ProfileSchema) throws {
        for assignment in assignments {
            guard let sign = assignment.firstIndex(of: "="), sign != assignment.startIndex else {
                throw CommandFailure("\(assignment) is no attribute; write name=value")
            }
            let attribute = try schema.attribute(named: String(assignment[..<sign]))
            document[attribute.path] = try Self.value(String(assignment[assignment.index(after: sign)...]), of: attribute)
        }
    }

    private static func value(_ text: String, of attribute: ProfileAttribute) throws -> JSONValue? {
        if text.isEmpty { return nil }
        switch attribute.kind {
        case .string: return .string(text)
        case .strings: return .array(text.split(separator: ",").map { .string(String($0)) })
        case .boolean:
            guard let flag = ["true": true, "false": false][text] else {
                throw CommandFailure("\(attribute.name) must be true or false, not \(text)")
            }
            return .bool(flag)
        case .number:
            guard let number = try? JSONValue(parsing: text), number.number != nil else {
                throw CommandFailure("\(attribute.name) must be a number, not \(text)")
            }
            return number
        case .structure:
            guard let value = try? JSONValue(parsing: text) else { throw CommandFailure("\(attribute.name) must be JSON") }
            return value
        }
    }
}

extension ProfileSchema {
    /// The attribute of a name that was typed.
    func attribute(named name: String) throws -> ProfileAttribute {
        if let attribute = self[name] { return attribute }
        let names = attributes.map(\.name)
        let help = Suggestion.closest(to: name, among: names).map { "did you mean \($0)?" } ?? "there are \(names.joined(separator: ", "))"
        throw CommandFailure("the realm's schema has no attribute \(name); \(help)")
    }
}
