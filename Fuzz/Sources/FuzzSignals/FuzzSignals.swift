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
    reduce(text, issuer)
    guard let json = try? JSONValue(parsing: bytes) else { return 0 }
    again(bytes, issuer)
    again(payload(of: [json], issuer), issuer)
    if let read = try? InstanceGrant(json: json) {
        precondition((try? InstanceGrant(json: read.json)) == read, "what was written is another grant")
    }
    _ = try? InstanceRegistration(json: json, issuer: issuer, at: now)
    _ = try? IngestReceipt(json: json)
    _ = RiskError(json: json)
    return 0
}

/// A payload that is read says itself again.
private func again(_ text: [UInt8], _ issuer: SignalsIssuer) {
    guard let read = try? SignalPayload(parsing: text, for: [issuer]) else { return }
    precondition((try? SignalPayload(parsing: encoded(read), for: [issuer])) == read, "what was written is another payload")
    _ = BotFacts(read.events)
}

private func encoded(_ payload: SignalPayload) -> [UInt8] { JSONValue.object(payload.claims).encoded }

/// The text of a payload with some rows in place of its events.
private func payload(of rows: [JSONValue], _ issuer: SignalsIssuer) -> [UInt8] {
    let instance = SignalIdentity.digest(of: "instance", at: issuer)
    var claims = SignalPayload(instance: instance, issuer: issuer, issuedAt: Date(timeIntervalSince1970: 0), number: 0, uuid: "U").claims
    claims["events"] = .array(rows)
    return JSONValue.object(claims).encoded
}

/// The reduced form of any text is within the bounds, and reads as it was written.
private func reduce(_ text: String, _ issuer: SignalsIssuer) {
    let events: [ContextEvent] = [
        .loginAttempt(email: text), .loginAttempt(country: text, national: text), .loginAttempt(provider: SignalWord(ofProgram: text)),
    ]
    for event in events {
        let made = SignalEvent(number: 0, time: 0, .context(event))
        let read = try? SignalPayload(parsing: payload(of: [made.row()], issuer), for: [issuer])
        precondition(read?.events == [made], "a reduced text is none that is read")
    }
    _ = ReducedTelephone(text)
    _ = (IPAddress(text), IPRange(text))
}
