import CBOR

/// What an attested key says of itself (WebAuthn L3 §6.1), as far as App Attest uses it.
struct AuthenticatorData {
    private static let headLength = 37
    private static let attested: UInt8 = 0x40

    let bytes: [UInt8]
    let appHash: [UInt8]
    let counter: UInt32
    /// What an attestation adds: the authenticator's kind, and the key.
    let credential: Credential?

    struct Credential {
        let authenticator: [UInt8]
        let id: [UInt8]
        /// The point's `x` and `y`; nil when the key isn't there.
        let point: (x: [UInt8], y: [UInt8])?
    }

    init(_ bytes: [UInt8]) throws(IntegrityError) {
        guard bytes.count >= Self.headLength else { throw Self.malformed }
        self.bytes = bytes
        appHash = Array(bytes[..<32])
        counter = bytes[33..<Self.headLength].reduce(0) { $0 << 8 | UInt32($1) }
        let rest = Array(bytes[Self.headLength...])
        guard bytes[32] & Self.attested != 0 else {
            credential = nil
            return
        }
        credential = try Credential(rest)
    }

    fileprivate static let malformed = IntegrityError(.malformed, "the authenticator data is too short, or not as WebAuthn has it")
}

extension AuthenticatorData.Credential {
    /// `aaguid`, the id's length, the id, and the key as COSE has it.
    init(_ bytes: [UInt8]) throws(IntegrityError) {
        guard bytes.count >= 18 else { throw AuthenticatorData.malformed }
        let length = Int(bytes[16]) << 8 | Int(bytes[17])
        guard bytes.count >= 18 + length else { throw AuthenticatorData.malformed }
        authenticator = Array(bytes[..<16])
        id = Array(bytes[18..<(18 + length)])
        let rest = bytes[(18 + length)...]
        guard !rest.isEmpty else {
            point = nil
            return
        }
        guard let key = try? CBORValue.first(in: rest).value, key[1]?.integer == 2, key[-1]?.integer == 1, let x = key[-2]?.bytes,
            let y = key[-3]?.bytes
        else { throw AuthenticatorData.malformed }
        point = (x, y)
    }
}
