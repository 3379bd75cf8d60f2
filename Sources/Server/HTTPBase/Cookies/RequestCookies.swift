import HTTPTypes
package import Hummingbird
import Primitives

/// The cookies of a request, read from the header's bytes (RFC 6265 §4.2.1).
///
/// The library's reader looks for the `;` between them as a Character, and takes U+037E for one: what another host of the domain wrote into a
/// cookie of its own would become a cookie of ours.
package enum RequestCookies {
    /// A cookie's name and value, neither of them decoded.
    package typealias Pair = (name: String, value: String)

    /// The pairs in their order, without the space around them. A part without `=`, or without a name, is none.
    package static func pairs(of headers: HTTPFields) -> [Pair] {
        guard headers.contains(.cookie) else { return [] }
        return headers[values: .cookie].flatMap { $0.split(separator: ";").compactMap(pair) }
    }

    private static func pair(_ text: Substring) -> Pair? {
        let halves = text.trimmingSpaces.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard halves.count == 2, !halves[0].isEmpty else { return nil }
        return (halves[0], halves[1])
    }
}
