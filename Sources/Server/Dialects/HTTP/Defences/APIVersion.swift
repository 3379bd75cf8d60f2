import HTTPTypes
import Hummingbird

/// A version of a resource, `2.1`.
struct APIVersion: Sendable, Comparable, CustomStringConvertible {
    let major: Int
    let minor: Int

    init(_ major: Int, _ minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// Reads `2.1` or `2`.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { Int(Substring($0)) }
        guard parts.count <= 2, let major = parts[0], let minor = parts.count == 2 ? parts[1] : 0, major >= 0, minor >= 0
        else { return nil }
        self.init(major, minor)
    }

    static func < (left: Self, right: Self) -> Bool { (left.major, left.minor) < (right.major, right.minor) }
    var description: String { "\(major).\(minor)" }
}

/// The versions in which a resource is offered (`pingam-protocol.md` 1.4).
struct APIVersions: Sendable {
    private let offered: [APIVersion]
    private let latest: APIVersion

    /// - Parameter others: the versions besides the latest.
    init(latest: APIVersion, others: [APIVersion] = []) {
        self.latest = latest
        offered = (others + [latest]).sorted()
    }

    /// The version to answer in: of the major version that `Accept-API-Version` asks for, the highest that isn't newer; the
    /// latest of all when nothing is asked for.
    /// - Throws: a 404 when there is none.
    func negotiate(_ request: Request) throws(WireError) -> APIVersion {
        guard let header = request.headers[.acceptAPIVersion], let wanted = Self.resource(header) else { return latest }
        guard let asked = APIVersion(wanted), let match = offered.last(where: { $0.major == asked.major && $0 <= asked }) else {
            throw WireError(.notFound, "Accept-API-Version: Requested version \"\(wanted.prefix(32))\" does not match any routes.")
        }
        return match
    }

    /// The `resource` of `resource=2.1, protocol=1.0`, in whatever order.
    private static func resource(_ header: String) -> String? {
        for part in header.utf8.split(separator: UInt8(ascii: ",")) {
            let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1)
            if halves.count == 2, Substring(halves[0]).trimmingSpaces == "resource" { return Substring(halves[1]).trimmingSpaces }
        }
        return nil
    }
}

extension HTTPField.Name {
    static let acceptAPIVersion = Self.known("Accept-API-Version")
    static let contentAPIVersion = Self.known("Content-API-Version")
}

extension HTTPFields {
    /// For an answer of the JSON endpoints in some version.
    static func answer(in version: APIVersion) -> HTTPFields {
        var fields = noStore
        fields[.contentAPIVersion] = "resource=\(version)"
        return fields
    }
}
