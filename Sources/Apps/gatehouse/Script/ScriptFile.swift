import ArgumentParser
import Foundation
import Primitives
import ScriptMessages

/// A script's file; `-` is standard input.
enum ScriptFile {
    static func read(_ path: String) throws -> String {
        let data = path == "-" ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: path)
        guard let data, let text = String(validating: data, as: UTF8.self) else {
            throw CommandFailure("the file \(path) can't be read as text; check its name and permissions")
        }
        return text
    }

    /// An object in JSON.
    static func object(_ path: String) throws -> JSONObject {
        do {
            guard let object = try JSONValue(parsing: read(path)).object else { throw CommandFailure("\(path) holds no JSON object") }
            return object
        } catch let error as JSONError { throw CommandFailure("\(path): \(error)") }
    }
}

/// Which bindings a script expects, as somebody types it.
enum ScriptGeneration: String, ExpressibleByArgument, CaseIterable {
    case legacy, next

    var value: ScriptSource.Generation { self == .legacy ? .legacy : .next }
}
