public import CBOR
import Crypto
import Primitives

/// The authenticator's statement about a ceremony (L3 §6.1), with the bytes that are signed.
public struct AuthenticatorData: Sendable, Equatable {
    private static let limits = CBORLimits(bytes: 1 << 14, depth: 8, items: 256)

    /// The bytes as they came.
    public let bytes: [UInt8]
    /// The SHA-256 hash of the relying party's id.
    public let relyingPartyHash: [UInt8]
    /// The flags: user presence, user verification, backup, and what follows (L3 §6.1).
    public let flags: AuthenticatorFlags
    /// The number of times that the credential has signed, as far as the authenticator counts.
    public let signCount: UInt32
    /// The new credential, in a registration.
    public let credential: AttestedCredential?
    /// The output of extensions: a map, or nil.
    public let extensions: CBORValue?

    /// Reads authenticator data. Throws ``WebAuthnError/Code/malformed``, and ``WebAuthnError/Code/unsupportedKey`` and
    /// ``WebAuthnError/Code/credentialIDTooLong`` for its credential.
    public init(bytes: [UInt8]) throws(WebAuthnError) {
        let head = try Head(bytes: bytes)
        self.bytes = bytes
        relyingPartyHash = head.relyingPartyHash
        flags = head.flags
        signCount = head.signCount
        var rest = bytes[Head.length...]
        credential = flags.contains(.attestedCredential) ? try Self.credential(&rest) : nil
        extensions = flags.contains(.extensions) ? try Self.map(&rest) : nil
        guard rest.isEmpty else { throw WebAuthnError(.malformed, "\(rest.count) bytes follow the authenticator data") }
    }

    /// The beginning of all authenticator data.
    public struct Head: Sendable, Equatable {
        static let length = 37

        /// The SHA-256 hash of the relying party's id, 32 bytes.
        public let relyingPartyHash: [UInt8]
        /// The flags: user presence, user verification, backup, and what follows (L3 §6.1).
        public let flags: AuthenticatorFlags
        /// The signature counter; 0 for an authenticator that does not count.
        public let signCount: UInt32

        /// Reads it, whatever follows. Throws ``WebAuthnError/Code/malformed``.
        public init(bytes: [UInt8]) throws(WebAuthnError) {
            guard bytes.count >= Self.length else {
                throw WebAuthnError(.malformed, "authenticator data has at least \(Self.length) bytes, not \(bytes.count)")
            }
            relyingPartyHash = Array(bytes[..<32])
            flags = AuthenticatorFlags(rawValue: bytes[32])
            signCount = bytes[33..<Self.length].reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    /// Makes authenticator data; the flags for a credential and for extensions are set as these are given.
    public init(
        relyingPartyID: String, flags: AuthenticatorFlags, signCount: UInt32, credential: AttestedCredential? = nil,
        extensions: CBORValue? = nil
    ) {
        var flags = flags
        if credential != nil { flags.insert(.attestedCredential) } else { flags.remove(.attestedCredential) }
        if extensions != nil { flags.insert(.extensions) } else { flags.remove(.extensions) }
        let hash = Self.hash(of: relyingPartyID)
        relyingPartyHash = hash
        self.flags = flags
        self.signCount = signCount
        self.credential = credential
        self.extensions = extensions
        let counter = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: signCount >> $0) }
        bytes = hash + [flags.rawValue] + counter + (credential?.encoded ?? []) + (extensions?.encoded ?? [])
    }

    /// Returns the hash that stands for a relying party's id.
    static func hash(of relyingPartyID: String) -> [UInt8] { SHA256.hash(data: Array(relyingPartyID.utf8)).bytes }

    private static func credential(_ rest: inout ArraySlice<UInt8>) throws(WebAuthnError) -> AttestedCredential {
        guard rest.count >= 18 else { throw WebAuthnError(.malformed, "the attested credential is cut off") }
        let aaguid = Array(rest.prefix(16))
        let length = Int(rest[rest.startIndex + 16]) << 8 | Int(rest[rest.startIndex + 17])
        rest = rest.dropFirst(18)
        guard length <= AttestedCredential.longestID else {
            throw WebAuthnError(.credentialIDTooLong, "a credential id has at most \(AttestedCredential.longestID) bytes, not \(length)")
        }
        guard rest.count > length else { throw WebAuthnError(.malformed, "the credential id is cut off") }
        let id = Array(rest.prefix(length))
        rest = rest.dropFirst(length)
        return try AttestedCredential(aaguid: aaguid, id: id, publicKey: COSEKey(cbor: try map(&rest)))
    }

    private static func map(_ rest: inout ArraySlice<UInt8>) throws(WebAuthnError) -> CBORValue {
        do throws(CBORError) {
            let (value, length) = try CBORValue.first(in: rest, limits: limits)
            guard value.map != nil else { throw CBORError(.notWellFormed, "a map is expected") }
            rest = rest.dropFirst(length)
            return value
        } catch { throw WebAuthnError(.malformed, "the authenticator data holds no map where one belongs", underlying: error) }
    }
}
