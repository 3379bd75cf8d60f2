import Foundation

/// The files of the repository that this source was compiled from.
enum Repository {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL

    static func text(_ path: String) throws -> String { try String(contentsOf: root.appending(path: path), encoding: .utf8) }

    /// The paths of the files with an extension below a folder.
    static func files(_ pathExtension: String, below folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
            .filter { $0.hasSuffix(".\(pathExtension)") }.sorted().map { "\(folder)/\($0)" }
    }

    static func text(ofAll pathExtension: String, below folder: String) throws -> [String] {
        try files(pathExtension, below: folder).map(text)
    }
}
