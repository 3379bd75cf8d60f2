import Primitives

/// The outcome for one picture: what it says, or why it can't be read.
struct DocumentOutcome: Sendable {
    let file: String
    let result: Result<DocumentReading, CommandFailure>

    var isRead: Bool { if case .success = result { true } else { false } }

    var json: JSONObject {
        switch result {
        case .success(let reading): ["file": .string(file), "parts": reading.json]
        case .failure(let failure): ["file": .string(file), "error": .string(failure.lines.joined(separator: " "))]
        }
    }

    var lines: [String] {
        switch result {
        case .success(let reading): [file] + reading.lines.map { "  " + $0 }
        case .failure(let failure): [file] + failure.lines.map { "  " + $0 }
        }
    }
}
