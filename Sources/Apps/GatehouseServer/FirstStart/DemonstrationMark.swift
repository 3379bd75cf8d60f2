internal import Foundation

/// An empty file in the data directory that is there while its server shows a demonstration: commands on the data then put messages into the
/// folders that the server puts them into.
struct DemonstrationMark: Sendable {
    private let path: String

    init(_ configuration: ServerConfiguration) { path = configuration.dataDirectory + "/demonstration" }

    var isThere: Bool { FileManager.default.fileExists(atPath: path) }

    /// Makes it at the start of a demonstration, and takes it away at any other start.
    func tell(_ isDemonstration: Bool) throws {
        if isDemonstration {
            try Data().write(to: URL(filePath: path))
        } else if isThere {
            try FileManager.default.removeItem(atPath: path)
        }
    }
}
