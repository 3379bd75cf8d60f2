/// Percent escapes in parts of URLs (RFC 3986 §2). They are read by ``Swift/String/init(percentDecoding:)``.
package enum PercentEncoding {
    /// Whether a byte is one of the unreserved characters, which are never escaped (RFC 3986 §2.3): ASCII letters, digits, `-._~`.
    @inlinable
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

extension String {
    /// The text with everything but unreserved characters escaped, in capitals; a space is `%20`. It can stand as a segment of a path, and
    /// as a name or value of a query or a form.
    package init(percentEncoding text: some StringProtocol) {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if PercentEncoding.isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        self.init(own: bytes)
    }
}
