import Foundation
package import Foundations
import Primitives
import WebPush

/// A message that another server sends to a push resource of this server's.
package struct ForeignPush: Sendable {
    /// Longer than a day nothing is kept.
    package static let longestLife = 86_400
    static let mostPerMinute = 120
    /// The longest body in bytes (RFC 8030 §7.2).
    package static let longestBody = WebPush.longestMessage

    /// The last part of the push resource's URL.
    package var token: String
    /// `TTL`, in seconds.
    package var timeToLive: Int
    /// `Topic`: of several with the same one only the last is needed.
    package var topic: String?
    /// `Content-Encoding`.
    package var contentEncoding: String
    /// `Authorization`: who the sender is, if it says so.
    package var authorization: String?
    /// Sealed for the device; this server can't read it.
    package var body: [UInt8]

    package init(
        token: String, timeToLive: Int, topic: String? = nil, contentEncoding: String, authorization: String? = nil, body: [UInt8]
    ) {
        self.token = token
        self.timeToLive = timeToLive
        self.topic = topic
        self.contentEncoding = contentEncoding
        self.authorization = authorization
        self.body = body
    }

    func check() throws(ForeignPushError) {
        guard timeToLive >= 0 else { throw ForeignPushError(.malformed, "TTL is a number of seconds") }
        guard contentEncoding == "aes128gcm" else { throw ForeignPushError(.malformed, "Content-Encoding is aes128gcm (RFC 8291)") }
        guard body.count <= Self.longestBody else { throw ForeignPushError(.tooLarge, "a message has at most \(Self.longestBody) bytes") }
        guard !body.isEmpty else { throw ForeignPushError(.malformed, "the message is empty") }
        guard topic.map(Self.isTopic) ?? true else { throw ForeignPushError(.malformed, "Topic has at most 32 characters of base64url") }
    }

    /// RFC 8292 §4.2.
    func checkSender(_ key: [UInt8]?, origin: String, at now: Date) throws(ForeignPushError) {
        guard let authorization else {
            guard key == nil else { throw ForeignPushError(.unauthenticated, "this push resource wants a proof of its sender (vapid)") }
            return
        }
        do {
            let proof = try ApplicationServerProof(authorization: authorization)
            try proof.verify(audience: origin, at: now)
            guard key == nil || proof.publicKey == key else {
                throw ForeignPushError(.forbidden, "this push resource is for another application server")
            }
        } catch let error as ForeignPushError { throw error } catch { throw ForeignPushError(.unauthenticated, "\(error)") }
    }

    /// Returns the letter that the device is handed.
    func letter(for subscription: String) -> String {
        JSONValue.object([
            "subscription": .string(subscription), "contentEncoding": .string(contentEncoding), "body": .string(Base64URL.encode(body)),
        ]).text
    }

    /// RFC 8030 §5.4.
    private static func isTopic(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

/// The refusal of a message to a push resource.
package struct ForeignPushError: PublicError, CustomStringConvertible {
    /// The reason of the refusal.
    package enum Code: Sendable, Equatable {
        /// Not as RFC 8030 has it.
        case malformed
        /// There is no such push resource.
        case unknown
        /// It wants to know the sender, and the request doesn't prove who that is.
        case unauthenticated
        /// The sender isn't the one that may send.
        case forbidden
        case tooLarge
        case tooMany
    }

    package let code: Code
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    package var description: String { reason }

    package var kind: ErrorKind {
        switch code {
        case .malformed, .tooLarge: .invalid
        case .unknown: .unknown
        case .unauthenticated, .forbidden: .notPermitted
        case .tooMany: .limited
        }
    }
}
