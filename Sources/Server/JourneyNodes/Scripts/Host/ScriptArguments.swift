import Foundation
import JourneyEngine
import JourneyModel
import Primitives
import ScriptMessages

/// A call's arguments, each of the kind that is expected or refused.
struct ScriptArguments {
    let method: String
    private let values: [JSONValue]

    init(_ call: ScriptCall) {
        method = call.method
        values = call.arguments
    }

    func text(_ index: Int) throws -> String {
        guard values.indices.contains(index), let text = values[index].string else { throw wrong(index, "a text") }
        return text
    }

    func array(_ index: Int) throws -> [JSONValue] {
        guard values.indices.contains(index), let array = values[index].array else { throw wrong(index, "a list") }
        return array
    }

    func object(_ index: Int) throws -> JSONObject {
        guard values.indices.contains(index), let object = values[index].object else { throw wrong(index, "an object") }
        return object
    }

    func count(_ index: Int, most: Int) throws -> Int {
        guard values.indices.contains(index), let number = values[index].integer, (0...Int64(most)).contains(number) else {
            throw wrong(index, "a number up to \(most)")
        }
        return Int(number)
    }

    func optionalCount(_ index: Int, most: Int) throws -> Int? {
        values.indices.contains(index) && values[index] != .null ? try count(index, most: most) : nil
    }

    func bytes(_ index: Int) throws -> [UInt8] {
        guard let bytes = Data(base64Encoded: try text(index)) else { throw wrong(index, "base64") }
        return Array(bytes)
    }

    private func wrong(_ index: Int, _ expected: String) -> ScriptRefusal {
        ScriptRefusal("\(method): argument \(index + 1) is not \(expected)")
    }
}

/// Base64 with padding (RFC 4648 §4), as the bindings read it.
enum Base64 {
    static func encode(_ bytes: some Sequence<UInt8>) -> String { Data(bytes).base64EncodedString() }
}
