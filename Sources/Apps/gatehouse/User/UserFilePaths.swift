import Foundation
import Primitives

/// The files of an export in the order in which they are read.
enum UserFilePaths {
    /// A file itself, or those of a folder: `…-users-0.json` and so on by their numbers, then all others that end in `.json`.
    static func expanded(_ path: String) throws -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw CommandFailure("the file \(path) can't be read; check its name and permissions")
        }
        guard isFolder.boolValue else { return [path] }
        let names = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".json") }
        let numbered = names.compactMap { name in number(of: name).map { (number: $0, name: name) } }.sorted { $0.number < $1.number }
        for (expected, file) in numbered.enumerated() where file.number != expected {
            throw CommandFailure("the folder \(path) lacks the users' file number \(expected)")
        }
        let files = numbered.map(\.name) + names.filter { number(of: $0) == nil }.sorted()
        guard !files.isEmpty else { throw CommandFailure("the folder \(path) has no file that ends in .json") }
        return files.map { path + "/" + $0 }
    }

    /// The number in `alpha-users-12.json`.
    private static func number(of name: String) -> Int? {
        guard let range = name.range(of: "-users-", options: .backwards), !name.contains("federated-users") else { return nil }
        return Int(decimal: name[range.upperBound...].dropLast(".json".count))
    }
}
