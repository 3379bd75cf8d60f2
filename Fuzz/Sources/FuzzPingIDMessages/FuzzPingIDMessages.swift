import DeviceMessages
import Foundation
import PingIDMessages
import Primitives

/// The exchanges of a PingID device and the body of a push: what is read is bounded and says itself again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPingIDMessages(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let json = try? JSONValue(parsing: bytes) else { return 0 }
    if let read = try? Exchange(json: json) {
        precondition((try? Exchange(json: read.json)) == read, "what was written is another exchange")
    }
    if let read = try? ExchangeAnswer(json: json) {
        precondition((try? ExchangeAnswer(json: read.json)) == read, "what was written is another answer")
    }
    if let read = try? SessionSelection(json: json) {
        precondition((try? SessionSelection(json: read.json)) == read, "what was written is another selection")
    }
    if let read = try? UserSelection(json: json) {
        let user = TrustedUser(
            username: "u", level: .ignored, ignoredUntil: read.ignoring?.end(from: .init(timeIntervalSince1970: 1_763_700_000)))
        precondition((try? TrustedUser(json: user.json))?.level == .ignored, "an interval has an end that can't be said")
    }
    if let read = try? TokenReport(json: json) {
        precondition((try? TokenReport(json: read.json)) == read, "what was written is another report")
    }
    if let read = try? SessionDetails(json: json) {
        precondition((try? SessionDetails(json: read.json)) == read, "what was written are other details")
    }
    if let read = try? RootReport(json: json) {
        precondition((try? RootReport(json: read.json)) == read, "what was written is another report")
    }
    if let object = json.object, let body = RemoteNotificationBody(delivered: object) {
        precondition(RemoteNotificationBody(delivered: body.apns(.silent)) == body, "what was written is another push")
        precondition(RemoteNotificationBody(delivered: body.data(.silent)) == body, "what was written is another push")
    }
    _ = try? TokenClaim(json: json)
    _ = try? SessionAcknowledgement(json: json)
    _ = try? IdentityProviderStep(json: json)
    _ = try? IdentityProviderAnswer(json: json)
    _ = try? LogLines(json: json)
    _ = try? RealmPayloadKeys(json: json)
    return 0
}
