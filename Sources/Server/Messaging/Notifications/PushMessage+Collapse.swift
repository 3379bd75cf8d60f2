import Crypto
import Primitives
import Foundations

extension PushMessage {
    /// The collapse id where it may have at most so many bytes, and only the characters of base64url.
    func collapseToken(upTo longest: Int) -> String {
        guard collapseID.isEmpty || collapseID.utf8.count > longest || !collapseID.utf8.allSatisfy(Self.isPlain) else { return collapseID }
        return String(Base64URL.encode(SHA256.hash(data: Array(collapseID.utf8))).prefix(longest))
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension OutboundAnswer {
    private static let longestWait: Double = 3600

    /// The seconds of `Retry-After` (RFC 9110 §10.2.3); a date isn't taken.
    var retryAfter: Double? {
        let field = headers.first { $0.name.lowercased() == "retry-after" }?.value
        return field.flatMap { UInt32($0) }.map { min(Double($0), Self.longestWait) }
    }
}
