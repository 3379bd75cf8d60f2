internal import Foundation
internal import Primitives

/// A URI taken apart as loosely as issuers write it: with spaces, with any letter case before the path, with anything after a `#`.
struct URIText {
    let scheme: String
    let host: String
    /// The path's parts before and after the first colon, decoded; one when there is no colon. A colon that is written as it is goes before
    /// one that is percent-encoded, which belongs to a name wherever there are both.
    let label: [String]
    private let parameters: [String: String]

    private static let longest = 16_384

    /// - Throws: `malformed`; `outOfRange` for more than 16 KiB.
    init(_ text: String) throws(OneTimePasswordError) {
        guard text.utf8.count <= Self.longest else {
            throw OneTimePasswordError(.outOfRange, "the URI has more than \(Self.longest) bytes")
        }
        let parts = text.drop(while: \.isWhitespace).split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
            .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let mark = parts[0].firstRange(of: "://") else {
            throw OneTimePasswordError(.malformed, "it is no URI: there is no :// in it")
        }
        let places = parts[0][mark.upperBound...].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        scheme = parts[0][..<mark.lowerBound].lowercased()
        host = places[0].lowercased()
        label = try Self.label(places.count > 1 ? Self.trimmed(places[1]) : "")
        parameters = try Self.parameters(parts.count > 1 ? parts[1] : "")
    }

    /// A parameter; nil when it is missing or empty. Of two with the same name the first counts.
    subscript(name: String) -> String? { parameters[name].flatMap { $0.isEmpty ? nil : $0 } }

    private static func parameters(_ query: Substring) throws(OneTimePasswordError) -> [String: String] {
        var found: [String: String] = [:]
        for pair in query.split(separator: "&") {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = halves[0].lowercased()
            guard found[name] == nil, halves.count == 2 else { continue }
            // A plus sign stands for a space in the one parameter that is text for people, and for itself in Base64.
            found[name] = try decoded(name == "issuer" ? halves[1].replacing("+", with: " ")[...] : halves[1])
        }
        return found
    }

    private static func label(_ path: Substring) throws(OneTimePasswordError) -> [String] {
        let whole = try path.contains(":") ? path : decoded(path)[...]
        var label: [String] = []
        for part in whole.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false) {
            label.append(path.contains(":") ? try decoded(part) : String(part))
        }
        return label
    }

    private static func trimmed(_ path: Substring) -> Substring {
        var path = path.drop { $0.isWhitespace }
        while let last = path.last, last == "/" || last.isWhitespace { path.removeLast() }
        return path
    }

    private static func decoded(_ text: some StringProtocol) throws(OneTimePasswordError) -> String {
        guard let decoded = String(percentDecoding: text) else {
            throw OneTimePasswordError(.malformed, "a % in the URI isn't followed by two hexadecimal digits, or these make no UTF-8")
        }
        return decoded
    }
}
