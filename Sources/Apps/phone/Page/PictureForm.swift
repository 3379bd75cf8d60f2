import Foundation
import Primitives

/// A form with files, as a browser sends it (`multipart/form-data`, RFC 7578).
struct PictureForm: Sendable {
    /// The most parts that a form has.
    private static let most = 16
    /// The longest head of a part, in bytes.
    private static let longestHead = 4096

    private var parts: [String: [UInt8]] = [:]

    /// Reads a form.
    /// - Parameter contentType: the request's content type, which names the boundary.
    /// - Throws: ``PhoneFailure`` for a body that is no such form.
    init(_ body: [UInt8], contentType: String) throws(PhoneFailure) {
        let delimiter = Data("\r\n--\(try Self.boundary(contentType))".utf8)
        // The first delimiter has no line before it.
        let bytes = Data("\r\n".utf8) + Data(body)
        guard var start = bytes.range(of: delimiter)?.upperBound else { throw Self.noForm }
        for _ in 0..<Self.most {
            guard !bytes[start...].starts(with: Data("--".utf8)) else { return }
            guard let end = bytes.range(of: delimiter, in: start..<bytes.endIndex) else { throw Self.noForm }
            try take(bytes[start..<end.lowerBound])
            start = end.upperBound
        }
        throw PhoneFailure("the form has more than \(Self.most) parts")
    }

    /// The bytes of a field; nil for one that is missing or empty, as a file's is that wasn't chosen.
    subscript(name: String) -> [UInt8]? { parts[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// The text of a field; nil for one that is missing, empty or not text.
    func text(_ name: String) -> String? { self[name].flatMap { String(foreign: $0) } }

    private mutating func take(_ part: Data) throws(PhoneFailure) {
        let blank = Data("\r\n\r\n".utf8)
        guard let gap = part.prefix(Self.longestHead).range(of: blank),
            let head = String(foreign: Array(part[part.startIndex..<gap.lowerBound])), let name = Self.name(head)
        else { throw Self.noForm }
        parts[name] = Array(part[gap.upperBound...])
    }

    /// The name in a part's `Content-Disposition`.
    private static func name(_ head: String) -> String? {
        for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix("content-disposition:") {
            let mark = "; name=\""
            guard let start = line.firstRange(of: mark)?.upperBound else { continue }
            return String(line[start...].prefix { $0 != "\"" })
        }
        return nil
    }

    private static func boundary(_ contentType: String) throws(PhoneFailure) -> String {
        let mark = "boundary="
        guard contentType.lowercased().hasPrefix("multipart/form-data"), let start = contentType.firstRange(of: mark)?.upperBound else {
            throw noForm
        }
        let boundary = contentType[start...].prefix { $0 != ";" }.filter { $0 != "\"" }
        guard (1...70).contains(boundary.utf8.count) else { throw noForm }
        return String(boundary)
    }

    private static let noForm = PhoneFailure("the body is no form with files")
}
