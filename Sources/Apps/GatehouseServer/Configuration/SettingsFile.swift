internal import Foundation
internal import Primitives
internal import Yams

/// A settings file: YAML, one `key: value` a line.
package struct SettingsFile: Sendable {
    struct Entry: Sendable {
        let text: String
        let line: Int
    }

    let path: String
    let entries: [String: Entry]

    /// Reads a file.
    /// - Throws: when it can't be read, isn't YAML, or holds anything else than keys and plain values.
    package init(path: String) throws(ConfigurationError) {
        guard let data = FileManager.default.contents(atPath: path),
            let text = String(validating: ByteOrderMark.skipped(in: data), as: UTF8.self)
        else {
            throw ConfigurationError("the configuration file \(path) can't be read; check its name and permissions")
        }
        try self.init(text, path: path)
    }

    package init(_ text: String, path: String) throws(ConfigurationError) {
        self.path = path
        let node: Node?
        do { node = try Yams.compose(yaml: text) } catch {
            throw ConfigurationError("\(path) is not YAML: \(Self.summary(of: error))")
        }
        // A file with nothing but comments composes to nothing.
        guard let node, node.null == nil else {
            entries = [:]
            return
        }
        guard let mapping = node.mapping else { throw ConfigurationError("\(path) must hold one \"key: value\" a line") }
        entries = try Self.entries(mapping, path: path)
    }

    private static func entries(_ mapping: Node.Mapping, path: String) throws(ConfigurationError) -> [String: Entry] {
        var entries: [String: Entry] = [:]
        for (key, value) in mapping {
            let line = key.mark?.line ?? 0
            guard let name = key.string, let text = value.scalar?.string else {
                throw ConfigurationError("\(path):\(line): \(key.string ?? "a key") must have one plain value")
            }
            entries[name] = Entry(text: text, line: line)
        }
        return entries
    }

    /// The first line of the parser's error, which continues with a picture.
    private static func summary(of error: any Error) -> String {
        if case YamlError.duplicatedKeysInMapping(let duplicates, _) = error {
            return "it has \(duplicates.map { "\($0)" }.joined(separator: ", ")) twice"
        }
        return "\(error)".split(separator: "\n").first.map(String.init) ?? "it is damaged"
    }
}
