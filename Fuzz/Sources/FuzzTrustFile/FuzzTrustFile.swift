import WebAuthn

/// No file that an operator loads into a trust store ends the process, and what is taken for a certificate or a revocation list is read from its
/// bytes again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTrustFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var material = TrustMaterial()
    try? material.add(file: bytes)
    for certificate in material.certificates {
        precondition((try? TrustedCertificate(der: certificate.der)) == certificate, "a certificate isn't read again")
    }
    for list in material.revocations {
        guard let again = try? RevocationList(der: list.der) else { preconditionFailure("a revocation list isn't read again") }
        precondition(again.count == list.count && again.authority == list.authority, "a revocation list is read otherwise")
    }
    return 0
}
