import Foundation
import Crypto
import Primitives

/// Files with users, read in parts: the memory that this takes doesn't grow with the files.
package struct UserFile: Sendable {
    /// A record, read.
    package struct Item: Sendable {
        /// The number of the record in all files, from 1.
        package let number: Int
        /// The name of its file.
        package let file: String
        package let raw: RawRecord
        package let content: Content
    }

    /// The kinds of records, once they are read.
    package enum Content: Sendable {
        case user(UserFileRecord)
        /// A record that isn't to become a user, by the name of its kind.
        case skipped(String)
        case refused(RecordError)
    }

    private let paths: [String]
    private let format: UserFileFormat
    private let options: UserFileFormat.Options
    private var (nextPath, number) = (0, 0)
    private var file = ""
    private var handle: FileHandle?
    private var splitter: any RecordSplitter
    private var reader: any RecordFormat
    private var isAtStart = true
    private var (waiting, position): ([RawRecord], Int) = ([], 0)

    /// - Parameter paths: the files, in the order in which they are read.
    package init(_ paths: [String], _ format: UserFileFormat, _ options: UserFileFormat.Options = UserFileFormat.Options()) {
        self.paths = paths
        self.format = format
        self.options = options
        (splitter, reader) = (format.splitter(), format.reader(options))
    }

    /// The next record; nil after the last one.
    /// - Throws: ``UserFileError`` for a file that can't be read, is no text in UTF-8, or has a header that can't be understood.
    package mutating func next() throws -> Item? {
        while position == waiting.count {
            (waiting, position) = ([], 0)
            guard try fill() else { return nil }
        }
        let raw = waiting[position]
        position += 1
        number += 1
        let isHeader = reader.awaitsHeader
        let content = content(of: raw)
        if isHeader, case .refused(let error) = content { throw UserFileError("\(file), \(raw.place): \(error.sentence)") }
        return Item(number: number, file: file, raw: raw, content: content)
    }

    private mutating func content(of raw: RawRecord) -> Content {
        if let problem = raw.problem { return .refused(problem) }
        do {
            switch try reader.read(raw) {
            case .user(let user): return .user(user)
            case .skipped(let kind): return .skipped(kind)
            }
        } catch { return .refused(error) }
    }

    /// Reads the next part; false after the last one of the last file.
    private mutating func fill() throws -> Bool {
        guard let handle else { return try open() }
        let part = try Self.part(of: handle, file)
        guard !part.isEmpty else {
            splitter.finish(&waiting)
            try? handle.close()
            self.handle = nil
            return true
        }
        splitter.feed(isAtStart ? try Self.beginning(part, file) : part, &waiting)
        isAtStart = false
        return true
    }

    private mutating func open() throws -> Bool {
        guard nextPath < paths.count else { return false }
        file = paths[nextPath]
        nextPath += 1
        guard let handle = FileHandle(forReadingAtPath: file) else { throw UserFileError("the file \(file) can't be read") }
        self.handle = handle
        (splitter, reader, isAtStart) = (format.splitter(), format.reader(options), true)
        return true
    }

    private static func part(of handle: FileHandle, _ file: String) throws(UserFileError) -> ArraySlice<UInt8> {
        do { return Array(try handle.read(upToCount: 1 << 16) ?? Data())[...] } catch {
            throw UserFileError("the file \(file) can't be read")
        }
    }

    /// The first part of a file without its byte order mark.
    private static func beginning(_ part: ArraySlice<UInt8>, _ file: String) throws(UserFileError) -> ArraySlice<UInt8> {
        guard !part.starts(with: [0xFE, 0xFF]), !part.starts(with: [0xFF, 0xFE]) else {
            throw UserFileError("the file \(file) is in UTF-16; convert it to UTF-8")
        }
        return ByteOrderMark.skipped(in: part)
    }
}

extension UserFile {
    /// The records of a file that is in memory, which comes in parts of some length.
    package static func contents(
        _ bytes: some Collection<UInt8>, parts: Int, _ format: UserFileFormat, _ options: UserFileFormat.Options = UserFileFormat.Options()
    ) -> [Item] {
        var (file, splitter, records, rest) = (UserFile([], format, options), format.splitter(), [RawRecord](), Array(bytes)[...])
        while !rest.isEmpty {
            splitter.feed(rest.prefix(parts), &records)
            rest = rest.dropFirst(parts)
        }
        splitter.finish(&records)
        return records.enumerated().map { Item(number: $0 + 1, file: "", raw: $1, content: file.content(of: $1)) }
    }

    /// The SHA-256 of files, their lengths among it, in hexadecimal digits: a file is known by it again.
    package static func digest(of paths: [String]) throws -> String {
        var digest = SHA256()
        for path in paths {
            guard let handle = FileHandle(forReadingAtPath: path) else { throw UserFileError("the file \(path) can't be read") }
            var length = 0
            while case let part = try part(of: handle, path), !part.isEmpty {
                part.withUnsafeBytes { digest.update(bufferPointer: $0) }
                length += part.count
            }
            digest.update(data: Array("/\(length)/".utf8))
        }
        return Hexadecimal.encode(Array(digest.finalize()))
    }

    /// The format that the beginning of a file shows; nil where it shows none.
    package static func format(of path: String) throws -> UserFileFormat? {
        guard let handle = FileHandle(forReadingAtPath: path) else { throw UserFileError("the file \(path) can't be read") }
        return UserFileFormat.detect(Array(try beginning(try part(of: handle, path), path)))
    }
}
