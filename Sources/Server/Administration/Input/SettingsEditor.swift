import Foundation
import Foundations
import Primitives
import ResourceMessages

/// Changes members of settings by assignments, whatever type of settings it is.
///
/// The members and their types are those of a value with all of them: a new setting needs no line here.
struct SettingsEditor<Settings> {
    private let decode: (Data, JSONDecoder) throws -> Settings
    private let members: JSONObject
    private let optional: JSONObject
    private let initial: JSONObject
    private let choices: [String]

    /// - Parameters:
    ///   - optional: the members that may be missing, each with a value of its type: a number or an object.
    ///   - initial: the settings as they are at first, to whose value an empty text sets a member that can't be empty.
    ///   - choices: the members whose texts are one of a few.
    ///   - encode: writes settings as an object, and `decode` reads them.
    init(
        _ settings: Settings, optional: JSONObject, initial: Settings?, choices: [String],
        encode: (Settings, JSONEncoder) throws -> Data, decode: @escaping (Data, JSONDecoder) throws -> Settings
    ) throws {
        func members(of settings: Settings) throws -> JSONObject {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return try JSONValue(parsing: try encode(settings, encoder)).object ?? JSONObject()
        }
        self.decode = decode
        self.members = try members(of: settings)
        self.initial = try initial.map(members) ?? JSONObject()
        self.optional = optional
        self.choices = choices
    }

    /// The settings as an object, for showing.
    var object: JSONObject { members }

    /// The settings with some assignments made.
    ///
    /// - Parameter shape: the declaration of the settings. Objects that are assigned have its members alone: decoding passes over others.
    func assigning(_ assignments: [Assignment], of shape: ObjectShape? = nil) throws -> Settings {
        var members = members
        for assignment in assignments {
            let value = try value(of: assignment)
            try check(value, as: shape?.members.first { $0.name == assignment.name })
            members[assignment.name] = value
        }
        do { return try decode(Data(JSONValue.object(members).encoded), JSONDecoder()) } catch {
            let typed = assignments.map(\.description).joined(separator: " ")
            throw AdministrationError(.invalid, "\(typed): \(Self.reason(error))")
        }
    }

    private func check(_ value: JSONValue?, as member: ObjectShape.Member?) throws(AdministrationError) {
        guard let value, let member, value.object != nil || value.array?.contains(where: { $0.object != nil }) == true else { return }
        var reading = ShapeReading()
        reading.within(member.name) { member.shape.check(value, &$0) }
        guard let problem = reading.problems.first else { return }
        throw AdministrationError(.invalid, "\(problem.target): \(problem.message)")
    }

    private func value(of assignment: Assignment) throws -> JSONValue? {
        let name = assignment.name
        switch assignment.value {
        case .text(let text): return try value(text, of: name)
        case .json(.null):
            if case .array = members[name] { return .array([]) }
            return try value("", of: name)
        case .json(let json):
            guard members[name] ?? optional[name] != nil else { throw unknown(name) }
            return json
        }
    }

    private func value(_ text: String, of name: String) throws -> JSONValue? {
        if text.isEmpty, optional[name] != nil { return nil }
        if text.isEmpty, let standard = initial[name], canNotBeEmpty(standard, name) { return standard }
        switch members[name] ?? optional[name] {
        case .none: throw unknown(name)
        case .some(.string): return .string(text)
        case .some(.bool):
            guard let value = ["true": true, "false": false][text] else {
                throw AdministrationError(.invalid, "\(name) must be true or false, not \(text)")
            }
            return .bool(value)
        case .some(.integer), .some(.number): return .integer(try Self.number(text, name))
        case .some(.array): return try list(text, of: name)
        case .some(.object), .some(.null):
            guard let value = try? JSONValue(parsing: text) else { throw AdministrationError(.invalid, "\(name) must be a JSON object") }
            return value
        }
    }

    /// Whether an empty text is no value of a member: of numbers, flags and choices. A text or list may be empty.
    private func canNotBeEmpty(_ value: JSONValue, _ name: String) -> Bool {
        switch value {
        case .string: choices.contains { $0 == name }
        case .bool, .integer, .number: true
        case .array, .object, .null: false
        }
    }

    /// Texts with commas between, or a JSON list, for elements that aren't texts.
    private func list(_ text: String, of name: String) throws -> JSONValue {
        guard text.hasPrefix("[") else {
            return .array(text.split(separator: ",").map { .string($0.trimmingCharacters(in: .whitespaces)) })
        }
        guard let list = try? JSONValue(parsing: text), list.array != nil else {
            throw AdministrationError(.invalid, "\(name) must be a list")
        }
        return list
    }

    private static func number(_ text: String, _ name: String) throws -> Int64 {
        guard let value = Int64(text), value >= 0 else { throw AdministrationError(.invalid, "\(name) must be a number, not \(text)") }
        return value
    }

    private func unknown(_ name: String) -> AdministrationError {
        let names = Set(members.names + optional.names).sorted()
        return AdministrationError(.invalid, "there is no setting \(name); \(Suggestion.help(for: name, among: names))")
    }

    private static func reason(_ error: any Error) -> String {
        guard case DecodingError.dataCorrupted(let context) = error else { return "that is no possible value" }
        return context.debugDescription
    }
}

extension SettingsEditor where Settings: Codable {
    /// Edits settings that are coded by themselves.
    init(_ settings: Settings, optional: JSONObject = [:], initial: Settings? = nil, choices: [String] = []) throws {
        try self.init(settings, optional: optional, initial: initial, choices: choices) {
            try $1.encode($0)
        } decode: {
            try $1.decode(Settings.self, from: $0)
        }
    }
}

extension Suggestion {
    /// The closest name, or all of them.
    static func help(for name: String, among names: [String]) -> String {
        closest(to: name, among: names).map { "did you mean \($0)?" } ?? "there are \(names.joined(separator: ", "))"
    }
}
