import Foundation
import Foundations
import JOSE
import Primitives
package import ResourceMessages

extension Form where Value == Void {
    /// Nothing.
    package static var nothing: Form {
        .told(.object(ObjectShape(name: "Nothing", members: []))) { _ in .null }
    }
}

extension Form where Value == String {
    /// The name or id of a thing.
    static var name: Form { .text(1...256) }
    /// Any text, of one line or several.
    static var words: Form { .lines(0...1_048_576) }
}

extension Form where Value == Int {
    static var whole: Form { .told(.integer()) { .integer(Int64($0)) } }
}

extension Form where Value == Int64 {
    static var count: Form { .told(.integer()) { .integer($0) } }
}

extension Form where Value == Date {
    /// RFC 3339 in UTC, to the second.
    static var moment: Form { .told(.text(.init(length: 20...20, format: "date-time"))) { .string($0.formatted(.iso8601)) } }
}

extension Form where Value == Secret {
    /// A secret that was just made, which is told once.
    static var shownOnce: Form { .told(.secret(.init(length: 1...4096, isLong: true))) { .string($0.reveal()) } }
    /// A secret that is sent. Its members are never told, so that it is written for a server alone.
    static var sent: Form {
        let form = Form.secret(1...65_536)
        return Form(form.shape, read: form.read) { .string($0.reveal()) }
    }
}

extension Form where Value == [UInt8] {
    /// Bytes in base64 (RFC 4648 §4).
    static var base64: Form {
        Form(.text(.init(length: 0...44_739_244, format: "byte", isLong: true))) { json, reading in
            guard let text = json.string, let data = Data(base64Encoded: text) else {
                reading.refuse(.invalid, "it is a text in base64")
                return nil
            }
            return [UInt8](data)
        } write: {
            .string(Data($0).base64EncodedString())
        }
    }
}

extension Form where Value == JSONValue {
    /// Any value.
    static var any: Form {
        Form(.any) { json, _ in
            json
        } write: {
            $0
        }
    }
}

extension Form where Value == JSONObject {
    /// An object as a file of a thing has it.
    static var file: Form { .open(JSONLimits(bytes: 1 << 20)) }
}

extension Form where Value == [JSONObject] {
    /// Objects that are only told.
    static func rows(_ shape: Shape) -> Form { .told(.list(shape)) { .array($0.map { .object($0) }) } }
}

extension Form where Value == [Assignment] {
    /// Changes of an object's members: `null` takes a value away, and what isn't there stays as it was (RFC 7396).
    static func changes(of shape: Shape) -> Form {
        Form(shape) { json, reading in
            guard let object = json.object else {
                reading.refuse(.invalid, "it is an object")
                return nil
            }
            let before = reading.problems.count
            if case .object(let declared) = shape { declared.checkChanges(object, &reading) }
            return reading.problems.count == before ? object.members.map { Assignment($0.name, json: $0.value) } : nil
        } write: { changes in
            .object(JSONObject(changes.map { ($0.name, $0.json(of: shape.member($0.name))) }))
        }
    }
}

extension Shape {
    /// The shape of a member; nil for an object of whatever members, and for one that has no such member.
    fileprivate func member(_ name: String) -> Shape? {
        guard case .object(let object) = self else { return nil }
        return object.members.first { $0.name == name }?.shape
    }

    /// The value that a typed text stands for. A text that can be none stays a text, which is refused where it is read.
    fileprivate func value(typed text: String) -> JSONValue {
        switch self {
        case .text, .secret, .choice, .name: .string(text)
        case .nullable(let shape), .called(_, let shape), .naming(_, let shape): shape.value(typed: text)
        case .list(let element, _):
            text.hasPrefix("[")
                ? Self.parsed(text)
                : .array(text.split(separator: ",").map { element.value(typed: $0.trimmingCharacters(in: .whitespaces)) })
        case .flag, .integer, .measure, .localizedText, .map, .object, .variants, .again, .open, .any: Self.parsed(text)
        }
    }

    private static func parsed(_ text: String) -> JSONValue { (try? JSONValue(parsing: text)) ?? .string(text) }
}

extension Assignment {
    /// The value as a member of some shape has it. An empty text takes the value away; of a member whose shape isn't known a text stays one,
    /// and is read as the value that it stands for where the member is known.
    fileprivate func json(of shape: Shape?) -> JSONValue {
        guard let typed else { return json }
        if typed.isEmpty { return .null }
        return shape?.value(typed: typed) ?? .string(typed)
    }
}

extension ObjectShape {
    /// Checks the members that a merge patch has, each by itself.
    fileprivate func checkChanges(_ object: JSONObject, _ reading: inout ShapeReading) {
        for sent in object.members {
            guard let member = members.first(where: { $0.name == sent.name && $0.presence.isSent }) else {
                reading.refuse(.unknownMember, "there is no such member", at: sent.name)
                continue
            }
            if sent.value != .null { reading.within(sent.name) { member.shape.check(sent.value, &$0) } }
        }
    }
}

extension Form where Value == JWK {
    /// A public key (RFC 7517).
    static var jwk: Form {
        Form(.open) { json, reading in
            guard let key = try? JWK(parsing: json.encoded) else {
                reading.refuse(.invalid, "it is no JSON Web Key")
                return nil
            }
            return key
        } write: {
            .object($0.publicJSON ?? JSONObject())
        }
    }
}
