import Foundation
import GatehouseServer
import Primitives

/// Changes members of settings by `name=value`, whatever type of settings it is.
///
/// What members there are and of which types, it learns from a value with all of them: a new setting needs no line here.
struct SettingsEditor<Settings: Codable> {
    private let members: JSONObject
    private let optional: JSONObject

    /// - Parameter optional: the members that may be missing, each with a value of its type: a number or an object.
    init(_ settings: Settings, optional: JSONObject = [:]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        members = try JSONValue(parsing: try encoder.encode(settings)).object ?? JSONObject()
        self.optional = optional
    }

    /// The settings as an object, for showing.
    var object: JSONObject { members }

    /// The settings with some assignments made.
    func assigning(_ assignments: [String]) throws -> Settings {
        var members = members
        for assignment in assignments {
            let (name, value) = try Self.halves(assignment)
            members[name] = try self.value(value, of: name)
        }
        do { return try JSONDecoder().decode(Settings.self, from: Data(JSONValue.object(members).encoded)) } catch {
            throw CommandFailure("\(assignments.joined(separator: " ")): \(Self.reason(error))")
        }
    }

    private func value(_ text: String, of name: String) throws -> JSONValue? {
        if text.isEmpty, optional[name] != nil { return nil }
        switch members[name] ?? optional[name] {
        case .none: throw unknown(name)
        case .some(.string): return .string(text)
        case .some(.bool):
            guard let value = ["true": true, "false": false][text] else {
                throw CommandFailure("\(name) must be true or false, not \(text)")
            }
            return .bool(value)
        case .some(.integer), .some(.number): return .integer(try Self.number(text, name))
        case .some(.array): return try list(text, of: name)
        case .some(.object), .some(.null):
            guard let value = try? JSONValue(parsing: text) else { throw CommandFailure("\(name) must be a JSON object") }
            return value
        }
    }

    /// Texts with commas between, or a JSON list, for elements that aren't texts.
    private func list(_ text: String, of name: String) throws -> JSONValue {
        guard text.hasPrefix("[") else {
            return .array(text.split(separator: ",").map { .string($0.trimmingCharacters(in: .whitespaces)) })
        }
        guard let list = try? JSONValue(parsing: text), list.array != nil else { throw CommandFailure("\(name) must be a list") }
        return list
    }

    private static func number(_ text: String, _ name: String) throws -> Int64 {
        guard let value = Int64(text), value >= 0 else { throw CommandFailure("\(name) must be a number, not \(text)") }
        return value
    }

    private func unknown(_ name: String) -> CommandFailure {
        let names = Set(members.names + optional.names).sorted()
        let help = Suggestion.closest(to: name, among: names).map { "did you mean \($0)?" } ?? "there are \(names.joined(separator: ", "))"
        return CommandFailure("there is no setting \(name); \(help)")
    }

    private static func halves(_ assignment: String) throws -> (name: String, value: String) {
        guard let sign = assignment.firstIndex(of: "=") else {
            throw CommandFailure("\(assignment) is no assignment; write name=value")
        }
        return (String(assignment[..<sign]), String(assignment[assignment.index(after: sign)...]))
    }

    private static func reason(_ error: any Error) -> String {
        guard case DecodingError.dataCorrupted(let context) = error else { return "that is no possible value" }
        return context.debugDescription
    }
}
