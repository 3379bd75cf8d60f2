package import PasswordHashes
import Primitives

/// The formats of files with users.
package enum UserFileFormat: String, Sendable, CaseIterable {
    /// One object of our own form in each line (``UserRecord/json``).
    case jsonLines = "jsonl"
    /// Rows of cells under a header.
    case csv

    /// The choices that some formats need besides the file.
    package struct Options: Sendable {
        /// The form of hashes that don't say it; nil for the one that their beginning says.
        package var hashFormat: HashFormat?

        package init(hashFormat: HashFormat? = nil) { self.hashFormat = hashFormat }
    }

    /// The format that the beginning of a file shows; nil where it shows none.
    package static func detect(_ beginning: [UInt8]) -> Self? {
        let text = beginning.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        guard let first = text.first, first != UInt8(ascii: "[") else { return nil }
        let line = text.prefix { $0 != 0x0A }
        guard first == UInt8(ascii: "{") else { return line.contains(UInt8(ascii: ",")) || line.contains(UInt8(ascii: ";")) ? .csv : nil }
        return (try? JSONValue(parsing: Array(line), limits: RecordBounds.json).object).map { _ in .jsonLines }
    }

    func splitter() -> any RecordSplitter {
        switch self {
        case .csv: LineSplitter(.row)
        case .jsonLines: LineSplitter(.line)
        }
    }

    func reader(_ options: Options) -> any RecordFormat {
        switch self {
        case .csv: CSVFormat(hashFormat: options.hashFormat)
        case .jsonLines:
            JSONFormat { [format = options.hashFormat] (object) throws(RecordError) in
                .user(try UserRecord(json: object, hashFormat: format))
            }
        }
    }
}
