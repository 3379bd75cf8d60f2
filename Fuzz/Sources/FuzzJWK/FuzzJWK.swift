import JOSE
import Primitives

/// A key that is read is written again, and read from that the same; it can be prepared for what it says it serves.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJWK(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    if let key = try? JWK(parsing: bytes) { check(key) }
    if let set = try? JWKSet(parsing: bytes) {
        set.keys.forEach(check)
        _ = VerificationKeys(set)
    }
    return 0
}

private func check(_ key: JWK) {
    guard let again = try? JWK(key.privateJSON) else { fatalError("a key that was written is not read") }
    precondition(again == key, "a key that is read differs from what was written")
    precondition(key.publicKey?.isPrivate != true, "a public key has a private part")
    precondition(key.publicKey.map { $0.thumbprint == key.thumbprint } ?? true, "a public key has another thumbprint")
    for algorithm in key.signatureAlgorithms { _ = try? SigningKey(key, algorithm: algorithm) }
}
