import Foundation
import JourneyModel
package import Primitives

/// The source of a script, in any of the encodings in which files have it (`docs/protocols/journey-nodes.md` 1.6).
package enum ScriptText {
    private static let fileMark = "file://"

    /// - Parameter attachment: reads a file beside the one with the script.
    package static func source(_ json: JSONValue, attachment: (String) -> [UInt8]?) throws(Unreadable) -> String {
        switch json {
        case .array(let lines):
            guard json.strings?.count == lines.count else { throw Unreadable(reason: "its lines aren't texts") }
            return lines.compactMap(\.string).joined(separator: "\n")
        case .object(let object):
            guard let name = object["file"]?.string else { throw Unreadable(reason: "has no source") }
            return try source(ofFile: name, attachment)
        case .string(let text):
            if text.hasPrefix(fileMark) { return try source(ofFile: String(text.dropFirst(fileMark.count)), attachment) }
            if text.hasPrefix("\""), let inner = try? JSONValue(parsing: text), let source = inner.string { return source }
            if let bytes = Data(base64Encoded: text), let source = String(foreign: bytes) { return source }
            return text
        default: throw Unreadable(reason: "has no source")
        }
    }

    /// A file beside, or in a folder beside, and nowhere else.
    private static func source(ofFile name: String, _ attachment: (String) -> [UInt8]?) throws(Unreadable) -> String {
        guard isHarmless(name) else { throw Unreadable(reason: "the file \(name.prefix(64)) is not beside this one") }
        guard let bytes = attachment(name), let text = String(foreign: bytes) else {
            throw Unreadable(reason: "the file \(name) can't be read; import it from the folder that has it")
        }
        return text
    }

    /// True for a file's name that leads nowhere above the folder: relative, without `..`, at most eight parts.
    package static func isHarmless(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count <= 8 && parts.allSatisfy { !$0.isEmpty && $0 != ".." && $0 != "." } && !name.contains("\\")
            && !name.hasControlCharacters
    }

    /// The reason for which there is no source.
    package struct Unreadable: Error {
        /// The reason, as an administrator reads it.
        package let reason: String
    }
}
