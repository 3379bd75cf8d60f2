import AMFormat
import Foundations
import JourneyModel
import JourneyTransfer
import PolicyMessages
import Primitives
import ResourceMessages

extension JourneyCheck.Finding {
    static var form: Form<Self> {
        .told(
            "JourneyFinding",
            [
                Member(told: "level", .words) { $0.level.rawValue }, Member(told: "path", .words) { $0.path },
                Member(told: "line", .whole) { $0.line }, Member(told: "column", .whole) { $0.column },
                Member(told: "reason", .words) { $0.reason },
            ])
    }
}

extension ImportFinding {
    static let shape: Shape = .object(
        ObjectShape(
            name: "ImportFinding",
            members: ["level", "subject", "node", "kind", "member", "reason"].map { .init(name: $0, shape: .text, presence: .readOnly) }))
}

extension ImportPlan.Change {
    static let shape: Shape = .object(
        ObjectShape(
            name: "ImportedChange",
            members: [
                .init(name: "kind", shape: .text, presence: .readOnly), .init(name: "name", shape: .text, presence: .readOnly),
                .init(name: "change", shape: .choice(["add", "replace", "leave unchanged"]), presence: .readOnly),
                .init(name: "differences", shape: .list(.text), presence: .readOnly),
            ]))

    var json: JSONValue {
        [
            "kind": .string(kind), "name": .string(name), "change": .string(action.rawValue),
            "differences": .array(differences.map { .string($0) }),
        ]
    }
}

extension Form where Value == String {
    /// The path of a file where it was read.
    fileprivate static var path: Form { .text(1...4096) }
}

extension ImportFile {
    /// A file with its text.
    static var form: Form<ImportFile> {
        let shape = ObjectShape(
            name: "ImportFile",
            members: [
                .init(name: "path", shape: Form.path.shape, presence: .required),
                .init(name: "text", shape: Form<String>.words.shape, presence: .required),
            ])
        return .checked(.object(shape)) { json in
            guard let path = json["path"]?.string, let text = json["text"]?.string else { return nil }
            return ImportFile(path: path, bytes: Array(text.utf8))
        } write: {
            ["path": .string($0.path), "text": .string(String(foreign: $0.bytes) ?? "")]
        }
    }
}

extension ScriptFile {
    /// A script's file with its text.
    static var form: Form<ScriptFile> {
        let shape = ObjectShape(
            name: "ScriptFile",
            members: [
                .init(name: "owner", shape: Form.path.shape, presence: .required),
                .init(name: "name", shape: Form.path.shape, presence: .required),
                .init(name: "text", shape: Form<String>.words.shape, presence: .required),
            ])
        return .checked(.object(shape)) { json in
            guard let owner = json["owner"]?.string, let name = json["name"]?.string, let text = json["text"]?.string else { return nil }
            return ScriptFile(owner: owner, name: name, bytes: Array(text.utf8))
        } write: {
            ["owner": .string($0.owner), "name": .string($0.name), "text": .string(String(foreign: $0.bytes) ?? "")]
        }
    }
}

extension PolicyDecision {
    static let shape: Shape = .object(
        ObjectShape(
            name: "PolicyDecision",
            members: [
                .init(name: "resource", shape: .text, presence: .readOnly),
                .init(name: "actions", shape: .map(.flag, count: nil), presence: .readOnly),
                .init(name: "attributes", shape: .map(.list(.text), count: nil), presence: .readOnly),
                .init(name: "advices", shape: .map(.list(.text), count: nil), presence: .readOnly),
                .init(name: "ttl", shape: .integer(), presence: .readOnly),
            ]))
}
