import Crypto
import Foundation
import Primitives

/// The public keys that a server may show: SHA-256 digests of the certificate's SubjectPublicKeyInfo (RFC 7469 §2.4).
///
/// An empty set pins nothing. With pins, a connection whose leaf certificate has another key fails, and so does one without TLS.
public struct PinSet: Sendable, Equatable {
    private let digests: Set<[UInt8]>

    /// No pins.
    public static let none = PinSet(digests: [])

    /// Reads pins in base64, as `openssl dgst -sha256 -binary | openssl enc -base64` prints them; throws
    /// ``PinError`` for a text that isn't 32 bytes of base64, rather than dropping it and pinning less.
    public init(_ hashes: [String]) throws(PinError) {
        var digests: Set<[UInt8]> = []
        for hash in hashes {
            guard let digest = Data(base64Encoded: hash), digest.count == SHA256.byteCount else {
                throw PinError("\"\(hash.prefix(64))\" is not a SHA-256 digest in base64; expected 44 characters")
            }
            digests.insert(Array(digest))
        }
        self.init(digests: digests)
    }

    /// Reads pins as ``init(_:)``, but keeps a text that can't be read as a pin that no key has: it still pins, and opens nothing.
    package init(keepingUnreadable hashes: [String]) {
        self.init(digests: Set(hashes.map { Data(base64Encoded: $0).map { Array($0) } ?? Array($0.utf8) }))
    }

    private init(digests: Set<[UInt8]>) { self.digests = digests }

    /// Whether there are no pins.
    public var isEmpty: Bool { digests.isEmpty }

    /// The pins of the keys that satisfy this set and another one; nil when no key satisfies both.
    package func narrowed(to other: PinSet) -> PinSet? {
        if isEmpty || other.isEmpty { return isEmpty ? other : self }
        let common = digests.intersection(other.digests)
        return common.isEmpty ? nil : PinSet(digests: common)
    }

    /// Whether a public key (DER of its SubjectPublicKeyInfo) is pinned. Nothing matches an empty set: ask ``isEmpty`` first.
    public func contains(subjectPublicKeyInfo bytes: some Sequence<UInt8>) -> Bool {
        digests.contains(SHA256.hash(data: Array(bytes)).bytes)
    }
}

/// A pin that can't be read.
public struct PinError: Error, Equatable, CustomStringConvertible {
    /// The explanation for developers.
    public let reason: String

    init(_ reason: String) { self.reason = reason }

    /// All are equal: there is one way to fail.
    public static func == (left: Self, right: Self) -> Bool { true }
    public var description: String { reason }
}
