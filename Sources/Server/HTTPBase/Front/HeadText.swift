package import HTTPTypes
import Primitives

/// The characters of a request's head: visible ASCII and spaces (RFC 9112 §3.2, RFC 9110 §5.5), and no others.
///
/// Tokens, cookies, hosts and paths are of it anyway; what isn't comes as percent escapes, or in the encoded words of RFC 2047. A Latin-1 byte arrives
/// as U+FFFD. The libraries between the socket and the front door split and compare the values as Swift's Characters do, at a cost that
/// grows with the square of a run of marks, so they never see another (docs/decisions/0109-text-from-outside.md).
package enum HeadText {
    /// The value that stands where another was taken out. It is none itself, so that the front door refuses the head that it is in.
    package static let refused = "\u{FFFD}"

    /// Whether a text may be a path with its query. A raw space is taken, as some clients write it.
    package static func isTarget(_ text: String) -> Bool { text.isPlainASCII }

    /// Whether a text may be the value of a header field.
    package static func isValue(_ text: String) -> Bool { text.utf8.allSatisfy { 0x20...0x7E ~= $0 || $0 == 0x09 } }

    /// A head without the texts that none may hold, in the place of each of which ``refused`` stands.
    package static func cleared(_ head: HTTPRequest) -> HTTPRequest {
        var head = head
        if let path = head.path, !isTarget(path) { head.path = "/" + refused }
        if let authority = head.authority, !isTarget(authority) { head.authority = refused }
        if let scheme = head.scheme, !isTarget(scheme) { head.scheme = refused }
        guard head.headerFields.contains(where: { !isValue($0.value) }) else { return head }
        head.headerFields = HTTPFields(head.headerFields.map { isValue($0.value) ? $0 : HTTPField(name: $0.name, value: refused) })
        return head
    }
}
