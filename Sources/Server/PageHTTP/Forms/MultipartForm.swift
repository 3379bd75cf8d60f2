package import Foundation
package import HTTPBase
import HTTPTypes
package import Hummingbird
import NIOCore
import Primitives

/// The fields of a form with files, `multipart/form-data` (RFC 7578), read strictly: browsers write one form of it.
package struct MultipartForm: Sendable {
    /// The number of fields, and of bytes of a field's head.
    private static let (mostFields, longestHead) = (16, 1024)
    /// The longest value of a field that is no file, in bytes.
    private static let longestValue = 4096

    private var fields: [String: Data] = [:]

    /// Reads a body.
    /// - Parameter boundary: the text between parts (RFC 2046 §5.1.1).
    /// - Throws: a 400 for a body that isn't well-formed, has a field twice, or more than 16.
    package init(parsing body: Data, boundary: String) throws(WireError) {
        let line = Data("\r\n--\(boundary)".utf8)
        // The first part's line has no line break before it.
        var position = body.startIndex + line.count - 2
        guard body.starts(with: line.dropFirst(2)) else { throw Self.malformed }
        while true {
            let mark = body[position...].prefix(2)
            if mark.elementsEqual(Self.end) { return }
            guard mark.elementsEqual(Self.newLine), let next = body.range(of: line, in: position..<body.endIndex) else {
                throw Self.malformed
            }
            try add(body[(position + 2)..<max(position + 2, next.lowerBound)])
            position = next.upperBound
        }
    }

    private static let (newLine, end) = (Data("\r\n".utf8), Data("--".utf8))
    private static let malformed = WireError(.badRequest, "the form isn't well-formed")

    /// The value of a field that is no file; nil for a missing one.
    /// - Throws: a 400 for one that is no text, or longer than 4 KiB.
    package func value(_ name: String) throws(WireError) -> String? {
        guard let bytes = fields[name] else { return nil }
        guard let text = String(foreign: bytes, upTo: Self.longestValue) else { throw Self.malformed }
        return text
    }

    /// The content of a file; nil for a missing or empty one.
    package func file(_ name: String) -> [UInt8]? { fields[name].flatMap { $0.isEmpty ? nil : [UInt8]($0) } }

    private mutating func add(_ part: Data) throws(WireError) {
        let bound = part.startIndex + min(part.count, Self.longestHead)
        guard let blank = part.range(of: Self.newLine + Self.newLine, in: part.startIndex..<bound),
            let name = Self.name(in: part[..<blank.lowerBound]), fields.count < Self.mostFields,
            fields.updateValue(part[blank.upperBound...], forKey: name) == nil
        else { throw Self.malformed }
    }

    /// The field's name, by the `Content-Disposition` of a part's head (RFC 7578 §4.2). Browsers write a quotation mark as `%22`.
    private static func name(in head: Data) -> String? {
        var rest = head[...]
        while !rest.isEmpty {
            let end = rest.range(of: newLine)?.lowerBound ?? rest.endIndex
            let line = rest[..<end]
            rest = rest[end...].dropFirst(newLine.count)
            let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
            guard String(foreign: line[..<colon], upTo: 64)?.asciiLowercased == "content-disposition" else { continue }
            guard let start = line.range(of: Data("form-data; name=\"".utf8)), start.lowerBound <= colon + 2 else { return nil }
            let name = line[start.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
            return name.allSatisfy { (0x21...0x7E).contains($0) } && !name.isEmpty ? String(foreign: name) : nil
        }
        return nil
    }
}

extension Request {
    /// The body's form with files.
    /// - Throws: a 413 for more than so many bytes, a 415 for another media type, a 400 for what can't be read.
    package func multipartForm(upTo limit: Int) async throws -> MultipartForm {
        guard mediaType == "multipart/form-data", let boundary = headers[.contentType].flatMap(Self.boundary) else {
            throw WireError(.unsupportedMediaType, "send multipart/form-data")
        }
        let body = try await bytes(upTo: limit)
        return try MultipartForm(parsing: Data(body.readableBytesView), boundary: boundary)
    }

    /// The boundary of a `Content-Type`: 1 to 70 characters (RFC 2046 §5.1.1).
    private static func boundary(_ type: String) -> String? {
        for parameter in type.utf8.split(separator: UInt8(ascii: ";")).dropFirst() {
            let text = String(Substring(parameter)).trimmingSpaces
            guard text.lowercased().hasPrefix("boundary=") else { continue }
            let value = text.utf8.dropFirst("boundary=".utf8.count)
            let bare = value.first == UInt8(ascii: "\"") && value.count > 1 ? value.dropFirst().dropLast() : value
            let isPlain = (1...70).contains(bare.count) && bare.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") }
            return isPlain ? String(Substring(bare)) : nil
        }
        return nil
    }
}
