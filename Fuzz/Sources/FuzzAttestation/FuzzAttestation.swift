import CBOR
import Foundation
import Primitives
import WebAuthn

/// An attestation object that is read is written and read again; and whatever its format, no statement ends the process. An inner
/// statement is tried in each format, so that the seeds of one lead to the others.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAttestation(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let object = try? AttestationObject(bytes: bytes) else { return 0 }
    precondition((try? AttestationObject(bytes: object.encoded)) == object, "what is read differs from what was written")
    let client = ClientData(.create, challenge: [1], origin: "https://example.org")
    let ceremony = RegistrationCeremony(
        relyingParty: RelyingParty(id: "example.org"), challenge: [1], algorithms: COSEAlgorithm.supported)
    for format in AttestationFormat.allCases {
        let tried = AttestationObject(format: format.rawValue, statement: object.statement, authenticatorData: object.authenticatorData)
        let response = RegistrationResponse(
            id: object.authenticatorData.credential?.id ?? [], clientDataJSON: client.bytes, attestationObject: tried.encoded)
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            _ = try? await ceremony.verify(response, at: Date(timeIntervalSince1970: 1_780_000_000))
            done.signal()
        }
        done.wait()
    }
    return 0
}
