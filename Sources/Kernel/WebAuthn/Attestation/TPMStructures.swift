import Primitives

/// Reads the structures of a TPM: big-endian numbers and strings with their lengths. After a member that isn't there, all others are
/// not either, and ``isComplete`` is false.
struct TPMReader {
    private var rest: ArraySlice<UInt8>
    private var failed = false

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// Whether all bytes were read, and none were missing.
    var isComplete: Bool { rest.isEmpty && !failed }

    mutating func bytes(_ count: Int) -> [UInt8] {
        guard !failed, rest.count >= count else {
            failed = true
            return []
        }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func uint16() -> UInt16 { bytes(2).reduce(0) { $0 << 8 | UInt16($1) } }
    mutating func uint32() -> UInt32 { bytes(4).reduce(0) { $0 << 8 | UInt32($1) } }
    /// A TPM2B: a length and as many bytes.
    mutating func sized() -> [UInt8] { bytes(Int(uint16())) }
}

/// The public area of a key (`TPMT_PUBLIC`, TPM 2.0 Part 2 §12.2.4).
struct TPMPublicArea {
    private enum Key: Equatable {
        case rsa(n: [UInt8], e: UInt32)
        case ecc(curve: UInt16, x: [UInt8], y: [UInt8])
    }

    /// `TPM_ALG_NULL`: there is none, and nothing follows that would describe it.
    private static let null: UInt16 = 0x0010

    private let key: Key
    private let nameHash: TPMHash

    /// Nil for bytes that are no public area of an RSA or elliptic-curve key.
    init?(_ bytes: [UInt8]) {
        var reader = TPMReader(bytes)
        let type = reader.uint16()
        guard let hash = TPMHash(rawValue: reader.uint16()) else { return nil }
        nameHash = hash
        _ = reader.uint32()
        _ = reader.sized()
        // TPMT_SYM_DEF_OBJECT: algorithm, key bits, mode
        if reader.uint16() != Self.null { _ = reader.uint32() }
        // TPMT_ASYM_SCHEME: scheme, hash
        if reader.uint16() != Self.null { _ = reader.uint16() }
        switch type {
        case 0x0001: key = Self.rsa(&reader)
        case 0x0023: key = Self.ecc(&reader)
        default: return nil
        }
        guard reader.isComplete else { return nil }
    }

    private static func rsa(_ reader: inout TPMReader) -> Key {
        _ = reader.uint16()
        let exponent = reader.uint32()
        // Zero stands for the usual one (TPM 2.0 Part 2 §12.2.3.5).
        return .rsa(n: reader.sized(), e: exponent == 0 ? 65537 : exponent)
    }

    private static func ecc(_ reader: inout TPMReader) -> Key {
        let curve = reader.uint16()
        if reader.uint16() != null { _ = reader.uint16() }
        return .ecc(curve: curve, x: reader.sized(), y: reader.sized())
    }

    /// Whether this is the public area of a credential's key.
    func describes(_ credential: COSEKey) -> Bool {
        switch (key, credential.material) {
        case (.rsa(let n, let e), .rsa(let modulus, let exponent)):
            n == modulus && exponent.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } == UInt64(e)
        case (.ecc(let curve, let x, let y), .ec(let credentialX, let credentialY)):
            curve == Self.curve(of: credential.algorithm) && Self.padded(x, credentialX.count) == credentialX
                && Self.padded(y, credentialY.count) == credentialY
        default: false
        }
    }

    /// The Name of the key (TPM 2.0 Part 1 §16).
    func name(of area: [UInt8]) -> [UInt8] {
        [UInt8(nameHash.rawValue >> 8), UInt8(truncatingIfNeeded: nameHash.rawValue)] + nameHash.digest(of: area)
    }

    /// TPM 2.0 Part 2 §6.4.
    private static func curve(of algorithm: COSEAlgorithm) -> UInt16? {
        switch algorithm {
        case .es256: 0x0003
        case .es384: 0x0004
        case .es512: 0x0005
        default: nil
        }
    }

    private static func padded(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: max(0, count - bytes.count)) + bytes
    }
}

/// The statement of a TPM about a key that it certifies (`TPMS_ATTEST`, TPM 2.0 Part 2 §10.12.8).
struct TPMAttest {
    let extraData: [UInt8]
    /// The certified key's Name.
    let name: [UInt8]

    /// Nil for bytes that are no certification which a TPM has made.
    init?(_ bytes: [UInt8]) {
        var reader = TPMReader(bytes)
        // TPM_GENERATED_VALUE and TPM_ST_ATTEST_CERTIFY
        guard reader.uint32() == 0xFF54_4347, reader.uint16() == 0x8017 else { return nil }
        _ = reader.sized()
        extraData = reader.sized()
        // TPMS_CLOCK_INFO and the firmware's version
        _ = reader.bytes(17 + 8)
        name = reader.sized()
        _ = reader.sized()
        guard reader.isComplete else { return nil }
    }
}
