import Administration
import Foundation
import JourneyModel
import Primitives

/// A file that a command reads; `-` is standard input. A byte order mark before its text is skipped.
enum InputFile {
    static func bytes(_ path: String) throws -> [UInt8] {
        let data = path == "-" ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: path)
        guard let data else { throw CommandFailure("the file \(path) can't be read; check its name and permissions") }
        return Array(ByteOrderMark.skipped(in: data))
    }

    /// The file as UTF-8 text.
    static func text(_ path: String) throws -> String {
        guard let text = try? String(validating: bytes(path), as: UTF8.self) else {
            throw CommandFailure("the file \(path) can't be read as text; check its name and permissions")
        }
        return text
    }

    /// Returns the contents of a file in JSON or YAML.
    static func json(_ path: String) throws -> JSONValue {
        do { return try FileText.json(text(path)) } catch let error as JourneyDefinitionError {
            throw CommandFailure(error.problems.map { "\(path): \($0)" })
        }
    }

    /// The object that a file in JSON or YAML says.
    static func object(_ path: String) throws -> JSONObject {
        guard let object = try json(path).object else { throw CommandFailure("\(path) holds no object") }
        return object
    }

    /// All of standard input, without the space around it: a secret, which may have many lines.
    static func secret() throws -> Secret {
        let text = try text("-").trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw CommandFailure("--secret-stdin: standard input is empty") }
        return Secret(text)
    }

    /// Names a file in the complaints about what is in it.
    static func naming<Value>(_ path: String, _ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch let failure as CommandFailure { throw failure } catch {
            throw CommandFailure(ErrorText.lines(of: error).map { "\(path): \($0)" })
        }
    }
}
