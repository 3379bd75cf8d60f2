import Foundation
import JourneyEngine

/// A journey's file, YAML or JSON; `-` is standard input.
enum JourneyFile {
    /// Reads and checks a file.
    /// - Throws: a failure with a line for each problem.
    static func read(_ path: String) throws -> JourneyDefinition {
        let data = path == "-" ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: path)
        guard let data, let text = String(validating: data, as: UTF8.self) else {
            throw CommandFailure("the journey file \(path) can't be read; check its name and permissions")
        }
        do { return try JourneyDefinition(text: text) } catch {
            throw CommandFailure(error.problems.map { "\(path): \($0)" })
        }
    }
}
