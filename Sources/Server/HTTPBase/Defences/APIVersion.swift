package import HTTPTypes
package import Hummingbird
import Primitives

/// A version of a resource, `2.1`.
package struct APIVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The number before the dot.
    package let major: Int
    /// The number behind the dot.
    package let minor: Int

    package init(_ major: Int, _ minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// Reads `2.1` or `2`.
    package init?(_ text: Substring) {
        let dot = text.utf8.firstIndex(of: UInt8(ascii: "."))
        guard let major = Int(text[..<(dot ?? text.endIndex)]), let minor = dot.map({ Int(text[text.utf8.index(after: $0)...]) }) ?? 0,
            major >= 0, minor >= 0
        else { return nil }
        self.init(major, minor)
    }

    package static func < (left: Self, right: Self) -> Bool { (left.major, left.minor) < (right.major, right.minor) }
    package var description: String { String(major) + "." + String(minor) }
}

/// The versions in which a resource is offered (`docs/protocols/step-protocol.md` 1.4).
package struct APIVersions: Sendable {
    private let offered: [APIVersion]
    private let latest: APIVersion
    /// The field by which clients ask for the latest, in the form that all known ones use.
    private let usual: String

    /// - Parameter others: the versions besides the latest.
    package init(latest: APIVersion, others: [APIVersion] = []) {
        self.latest = latest
        offered = (others + [latest]).sorted()
        usual = "resource=\(latest), protocol=1.0"
    }

    /// The version to answer in: of the major version that `Accept-API-Version` asks for, the highest that isn't newer; the
    /// latest of all when nothing is asked for.
    /// - Throws: a 404 when there is none.
    package func negotiate(_ request: Request) throws(WireError) -> APIVersion {
        guard let header = request.headers.first(.acceptAPIVersion), header != usual, let wanted = Self.resource(header) else {
            return latest
        }
        guard let asked = APIVersion(wanted), let match = offered.last(where: { $0.major == asked.major && $0 <= asked }) else {
            throw WireError(.notFound, "Accept-API-Version: Requested version \"\(wanted.prefix(32))\" does not match any routes.")
        }
        return match
    }

    /// The `resource` of `resource=2.1, protocol=1.0`, in whatever order.
    private static func resource(_ header: String) -> Substring? {
        var rest = header[...]
        while !rest.utf8.isEmpty {
            let end = rest.utf8.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
            let part = rest[..<end]
            if let sign = part.utf8.firstIndex(of: UInt8(ascii: "=")), trimmed(part[..<sign]) == "resource" {
                return trimmed(part[part.utf8.index(after: sign)...])
            }
            rest = Substring(rest.utf8[end...].dropFirst())
        }
        return nil
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.utf8.firstIndex { !Self.isSpace($0) } ?? text.endIndex
        let end = text.utf8.lastIndex { !Self.isSpace($0) }.map { text.utf8.index(after: $0) } ?? start
        return text[start..<end]
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}

extension HTTPField.Name {
    /// `Accept-API-Version`: the versions that a client takes.
    package static let acceptAPIVersion = Self.known("Accept-API-Version")
    /// `Content-API-Version`: the versions that an answer is of.
    package static let contentAPIVersion = Self.known("Content-API-Version")
}

extension HTTPFields {
    /// The header fields of an answer of the JSON endpoints in some version.
    package static func answer(in version: APIVersion) -> HTTPFields { prepared[version] ?? made(in: version) }

    // Most answers are in one of these, and to make a field again takes longer than to look for it.
    private static let prepared = Dictionary(
        uniqueKeysWithValues: (1...5).flatMap { major in
            (0...3).map { APIVersion(major, $0) }.map { ($0, made(in: $0)) }
        })

    private static func made(in version: APIVersion) -> HTTPFields {
        var fields = noStore
        fields.append(HTTPField(name: .contentAPIVersion, value: "resource=" + version.description))
        return fields
    }
}
