import NIOCore
import Primitives

/// A client as a proxy names it: an address, perhaps with a port, in brackets or quotes (RFC 7239 §6; nginx, HAProxy, Azure and others in
/// `X-Forwarded-For`).
struct ForwardedNode: Equatable {
    /// The address in its usual form; an obfuscated identifier as it is; ``ClientAddress/unknown``.
    let address: String

    private static let longest = 64

    /// nil for what is none of these.
    init?(_ bytes: ArraySlice<UInt8>) {
        var rest = Self.trimmed(bytes)
        if rest.count >= 2, rest.first == UInt8(ascii: "\""), rest.last == UInt8(ascii: "\"") { rest = rest.dropFirst().dropLast() }
        guard !rest.isEmpty, rest.count <= Self.longest, rest.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        guard let address = Self.address(rest) ?? Self.identifier(rest) else { return nil }
        self.address = address
    }

    private static func address(_ bytes: ArraySlice<UInt8>) -> String? {
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")), isPort(bytes[(end + 1)...]) else { return nil }
            let inner = bytes[(bytes.startIndex + 1)..<end]
            return inner.contains(UInt8(ascii: ":")) ? parsed(inner) : nil
        }
        let colons = bytes.count { $0 == UInt8(ascii: ":") }
        guard colons == 1, let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return parsed(bytes) }
        guard isPort(bytes[colon...]) else { return nil }
        let host = bytes[..<colon]
        return host.contains(UInt8(ascii: ".")) ? parsed(host) : nil
    }

    /// An address without port, which may have a zone (RFC 4007 §11); what an IPv4 address is mapped to is the IPv4 address.
    private static func parsed(_ bytes: ArraySlice<UInt8>) -> String? {
        let bare = bytes.prefix { $0 != UInt8(ascii: "%") }
        guard let address = try? SocketAddress(ipAddress: text(bare), port: 0), let written = address.ipAddress else { return nil }
        let mapped = "::ffff:"
        guard written.utf8.starts(with: mapped.utf8), written.utf8.contains(UInt8(ascii: ".")) else { return written }
        return text(ArraySlice(Array(written.utf8.dropFirst(mapped.utf8.count))))
    }

    /// `unknown` and `_hidden`, each perhaps with a port (RFC 7239 §6.2, §6.3). An obfuscated one tells its client from others.
    private static func identifier(_ bytes: ArraySlice<UInt8>) -> String? {
        let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        let (name, port) = (bytes[..<colon], bytes[colon...])
        guard isPort(port) else { return nil }
        if name.elementsEqual(ClientAddress.unknown.utf8, by: { $0 | 0x20 == $1 }) { return ClientAddress.unknown }
        guard name.first == UInt8(ascii: "_"), name.count > 1, name.dropFirst().allSatisfy(isObfuscated) else { return nil }
        return text(name)
    }

    /// Nothing, or a colon with up to five digits or an obfuscated port (RFC 7239 §6).
    private static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first else { return true }
        let port = bytes.dropFirst()
        guard first == UInt8(ascii: ":"), !port.isEmpty else { return false }
        if port.first == UInt8(ascii: "_") { return port.count > 1 && port.dropFirst().allSatisfy(isObfuscated) }
        return port.count <= 5 && port.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func isObfuscated(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(own: bytes) }

    static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
        let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
        return bytes[start..<end]
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}

/// The elements of `Forwarded` (RFC 7239 §4).
enum ForwardedElement {
    /// The `for` of the last element; nil when the field isn't well-formed, or the element has none or two.
    static func lastNode(of bytes: [UInt8]) -> ForwardedNode? {
        guard let elements = split(bytes[...], at: UInt8(ascii: ",")), let last = elements.last,
            let pairs = split(last, at: UInt8(ascii: ";"))
        else { return nil }
        var nodes: [ForwardedNode] = []
        for pair in pairs {
            guard let sign = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            guard ForwardedNode.trimmed(pair[..<sign]).elementsEqual("for".utf8, by: { $0 | 0x20 == $1 }) else { continue }
            guard let node = ForwardedNode(unescaped(pair[(sign + 1)...])) else { return nil }
            nodes.append(node)
        }
        return nodes.count == 1 ? nodes[0] : nil
    }

    /// Splits at a separator outside of quotes; nil when a quote isn't closed.
    private static func split(_ bytes: ArraySlice<UInt8>, at separator: UInt8) -> [ArraySlice<UInt8>]? {
        var (parts, start, isQuoted, isEscaped) = ([ArraySlice<UInt8>](), bytes.startIndex, false, false)
        for index in bytes.indices {
            if isEscaped {
                isEscaped = false
            } else if isQuoted, bytes[index] == UInt8(ascii: "\\") {
                isEscaped = true
            } else if bytes[index] == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if !isQuoted, bytes[index] == separator {
                parts.append(bytes[start..<index])
                start = index + 1
            }
        }
        return isQuoted ? nil : parts + [bytes[start...]]
    }

    /// A quoted text without its backslashes (RFC 9110 §5.6.4).
    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard bytes.contains(UInt8(ascii: "\\")) else { return bytes }
        var (text, isEscaped) = ([UInt8](), false)
        for byte in bytes {
            if !isEscaped, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                text.append(byte)
                isEscaped = false
            }
        }
        return text[...]
    }
}
