import DeviceMessages
import Foundation
import JOSE
import Primitives

/// Bodies and statements of the device protocol: what is read is bounded and says itself again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDeviceMessages(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: bytes, as: UTF8.self)
    let now = Date(timeIntervalSince1970: 1_763_700_000)
    _ = try? PushStatement(verifying: text, issuer: "i", audience: "a", keys: VerificationKeys([]), at: now)
    _ = try? PushStatement.claimed(text)
    _ = try? MobilePayload(verifying: text, audience: "a", at: now)
    guard let json = try? JSONValue(parsing: bytes) else { return 0 }
    if let read = try? PairingRequest(json: json) {
        precondition((try? PairingRequest(json: read.json)) == read, "what was written is another request")
    }
    if let read = try? ChallengeDecision(json: json) {
        precondition((try? ChallengeDecision(json: read.json)) == read, "what was written is another decision")
    }
    if let read = try? ChallengeDocument(json: json) {
        precondition((try? ChallengeDocument(json: read.json)) == read, "what was written is another challenge")
    }
    if let read = try? InstallationChange(json: json) {
        precondition((try? InstallationChange(json: read.json)) == read, "what was written is another change")
    }
    if let read = try? AuthenticationCodeDecision(json: json) {
        precondition((try? AuthenticationCodeDecision(json: read.json)) == read, "what was written is another decision")
    }
    _ = try? PairingConfirmation(json: json)
    _ = try? ChallengeAcknowledgement(json: json)
    _ = try? KeyRotation(json: json)
    _ = try? InstallationMigration(json: json)
    _ = try? DeviceKeys(json: json)
    return 0
}
