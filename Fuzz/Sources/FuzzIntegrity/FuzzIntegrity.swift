import CBOR
import Crypto
import DeviceIntegrity
import Dispatch
import Foundation
import Primitives

private let rules = try? AppAttestRules(appID: "ABCDE12345.org.example.app")
private let key = P256.Signing.PrivateKey().publicKey
private let request = [UInt8](repeating: 7, count: 32)
private let now = Date(timeIntervalSince1970: 1_767_225_600)

/// No input can be evidence that holds, so all that is tried is that nothing else comes of it than a refusal: of the bytes as they are, and
/// of the bytes as what is signed, so that the parts behind the outer form are reached.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzIntegrity(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let rules else { fatalError("the rules can't be made") }
    let wrapped: CBORValue = ["signature": .bytes(bytes), "authenticatorData": .bytes(bytes)]
    for assertion in [bytes, wrapped.encoded] {
        let read = try? AppAssertion(verifying: assertion, clientDataHash: request, key: key, after: 0, rules: rules)
        precondition(read == nil, "an assertion was made without the key")
        _ = AppAssertion.isAssertion(assertion)
    }
    let object: CBORValue = [
        "fmt": "apple-appattest", "attStmt": ["x5c": [.bytes(bytes), .bytes(bytes)]], "authData": .bytes(bytes),
    ]
    for attestation in [bytes, object.encoded] {
        let done = DispatchSemaphore(value: 0)
        Task {
            let read = try? await AppAttestation(
                verifying: attestation, keyID: request, clientDataHash: request, rules: rules, at: now)
            precondition(read == nil, "an attestation was made without Apple")
            done.signal()
        }
        done.wait()
    }
    if let json = try? JSONValue(parsing: bytes), let verdict = try? PlayIntegrityVerdict(json: json) {
        _ = try? verdict.check(package: "org.example.app", request: request, at: now)
    }
    return 0
}
