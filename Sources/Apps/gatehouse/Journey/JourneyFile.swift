import AMFormat
import Foundation
import JourneyTransfer
import Primitives

/// The files of journeys that a command names: files, folders with all that is in them, and `-` for standard input.
enum JourneyFile {
    private static let endings: Set<String> = ["json", "yaml", "yml"]

    /// Reads files, and the files of folders in the order of their names.
    static func read(_ paths: [String]) throws -> [ImportFile] {
        var files: [ImportFile] = []
        var bytes = 0
        for path in try paths.flatMap(expanded) {
            let file = try read(path)
            bytes += file.bytes.count
            files.append(file)
            guard files.count <= ImportLimits.files, bytes <= ImportLimits.bytes else {
                throw CommandFailure("more than \(ImportLimits.files) files or \(ImportLimits.bytes >> 20) MiB; import them in parts")
            }
        }
        return files
    }

    /// Reads one file.
    static func read(_ path: String) throws -> ImportFile {
        let handle = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path)
        guard let handle, let data = try? handle.read(upToCount: ImportLimits.fileBytes + 1) else {
            throw CommandFailure("the journey file \(path) can't be read; check its name and permissions")
        }
        guard data.count <= ImportLimits.fileBytes else {
            throw CommandFailure("the journey file \(path) is longer than \(ImportLimits.fileBytes >> 20) MiB")
        }
        return ImportFile(path: path, bytes: Array(ByteOrderMark.skipped(in: data)))
    }

    /// The scripts in files of their own that files name, as far as they can be read.
    static func scripts(of files: [ImportFile]) -> [ScriptFile] {
        JourneyImport.attachments(of: files.filter { $0.path != "-" }).compactMap { name, owner in
            attachment(name, of: owner).map { ScriptFile(owner: owner, name: name, bytes: $0) }
        }
    }

    /// A script's file beside, or in a folder beside, the file that names it.
    static func attachment(_ name: String, of path: String) -> [UInt8]? {
        guard path != "-" else { return nil }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().resolvingSymlinksInPath()
        let file = folder.appendingPathComponent(name).resolvingSymlinksInPath()
        guard file.path.hasPrefix(folder.path + "/") else { return nil }
        return try? read(file.path).bytes
    }

    /// Whether a text means a file rather than a stored journey: it is there, or looks like one, as a path whose file is missing does.
    static func isFile(_ text: String) -> Bool {
        text == "-" || text.contains("/") || [".yaml", ".yml", ".json"].contains(where: text.hasSuffix)
            || FileManager.default.fileExists(atPath: text)
    }

    /// Whether a text is in AM's form rather than in ours, and so is to be translated.
    static func isOurs(_ text: String) -> Bool {
        guard text.first(where: { !$0.isWhitespace }) == "{" else { return true }
        return ["\"tree\"", "\"trees\"", "\"metadata\"", "\"entryNodeId\""].allSatisfy { !text.contains($0) }
    }

    private static func expanded(_ path: String) throws -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else { return [path] }
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        let files = names.filter { endings.contains(URL(fileURLWithPath: $0).pathExtension.lowercased()) }.sorted()
        guard !files.isEmpty else { throw CommandFailure("the folder \(path) has no journeys: no file that ends in .json, .yaml or .yml") }
        return files.map { path + "/" + $0 }
    }
}
