import Foundation
import JOSE
import Primitives
import RiskScoring
import RiskSignals

/// Payloads, batches' events, registrations and grants: what is read is bounded and says itself again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSignals(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: bytes, as: UTF8.self)
    guard let issuer = SignalsIssuer(base: "https://a.example", environment: "e") else { return 0 }
    let now = Date(timeIntervalSince1970: 1_767_225_600)
    _ = try? SignalEnvelope.open(text, with: OpeningKeys([]), issuer: issuer, at: now)
    reduce(text)
    guard let json = try? JSONValue(parsing: bytes) else { return 0 }
    if let read = try? SignalEvent(row: json) {
        precondition((try? SignalEvent(row: read.row())) == read, "what was written is another event")
    }
    if let claims = json.object, let read = try? SignalPayload(claims: claims, for: issuer) {
        precondition((try? SignalPayload(claims: read.claims, for: issuer)) == read, "what was written is another payload")
        _ = BotFacts(read.events)
    }
    if let read = try? InstanceGrant(json: json) {
        precondition((try? InstanceGrant(json: read.json)) == read, "what was written is another grant")
    }
    _ = try? InstanceRegistration(json: json, issuer: issuer, at: now)
    _ = try? IngestReceipt(json: json)
    _ = RiskError(json: json)
    return 0
}

/// What is left of any text is within the bounds, and reads as it was written.
private func reduce(_ text: String) {
    let events: [ContextEvent] = [
        .loginAttempt(email: text), .loginAttempt(country: text, national: text), .loginAttempt(provider: SignalWord(ofProgram: text)),
    ]
    for event in events {
        let made = SignalEvent(number: 0, time: 0, .context(event))
        precondition((try? SignalEvent(row: made.row())) == made, "a reduced text is none that is read")
    }
    _ = ReducedTelephone(text)
    _ = (IPAddress(text), IPRange(text))
}
