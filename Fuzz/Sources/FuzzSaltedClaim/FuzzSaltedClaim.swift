import Foundation
import JOSE
import Primitives
import VerifiableClaims

/// Claims of the documented form, and entries of their log: what is read says itself again, and a claim that verifies is an issuer's.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSaltedClaim(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let read = try? RegistryEntry(bytes) { precondition(read.encoded == bytes, "what was written is another entry") }
    guard let members = (try? JSONValue(parsing: bytes))?.object else { return 0 }
    if let head = try? ClaimHead(members) {
        precondition((try? ClaimHead(head.json)) == head, "what was written is another claim")
        let isVerified = (try? ClaimPolicy(binding: .refused).verify(head, keys: fixed.key, at: fixed.now)) != nil
        precondition(!isVerified || head.issuer.content.hasPrefix("01010101"), "a forged claim")
    }
    guard let claim = try? SaltedClaim(members) else { return 0 }
    precondition((try? SaltedClaim(claim.json)) == claim, "what was written is another claim")
    if let verified = try? ClaimPolicy(binding: .refused).verify(claim, keys: fixed.key, at: fixed.now) {
        precondition(verified.claim.head == claim.head, "the view of what verified is another one")
    }
    return 0
}

private struct Fixed {
    let now = Date(timeIntervalSince1970: 1_767_225_700)
    let key: VerificationKey

    /// The issuer of the vectors (Tests/Support/TestVectors/Files/claims/claims.py).
    init() throws {
        var number = [UInt8](repeating: 0, count: 32)
        number[29...31] = [0x0A, 0x11, 0xCE]
        key = try VerificationKey(JWK(.ec(try ECKey(curve: .p256, d: Secret(bytes: number)))))
    }
}

private let fixed: Fixed = {
    do { return try Fixed() } catch { fatalError("\(error)") }
}()
