import DeviceMessages
import JOSE
import Primitives
import TransparencyLog
import VerifiableClaims
import WalletMessages

/// Bodies of the wallets' calls, and stamps: what is read is bounded and says itself again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWalletMessages(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: bytes, as: UTF8.self)
    for stamp in Stamp.all(in: [text]) ?? [] { precondition(Stamp(stamp.text) == stamp, "what was written is another stamp") }
    if let key = StampKey(bytes) { precondition(key.encoded == bytes, "what was written is another key") }
    _ = WalletService(pingBaseURL: text)
    guard let json = try? JSONValue(parsing: bytes) else { return 0 }
    repeats(json, WalletConfiguration.init(json:), \.json)
    repeats(json, WalletRegistration.init(json:), \.json)
    repeats(json, InstanceReachChange.init(json:), \.json)
    repeats(json, InstanceReceipt.init(json:), \.json)
    repeats(json, InstanceKeys.init(json:), \.json)
    repeats(json, MailboxListing.init(json:), \.json)
    repeats(json, SharedRequest.init(json:), \.json)
    repeats(json, RequestKeeping.init(json:), \.json)
    repeats(json, KeptRequest.init(json:), \.json)
    repeats(json, StampOrder.init(json:), \.json)
    repeats(json, StampGrant.init(json:), \.json)
    repeats(json, LogDescription.init(json:), \.json)
    repeats(json, LogRegistration.init(json:), \.json)
    repeats(json, LoggedEntry.init(json:), \.json)
    repeats(json, ClaimStatus.init(json:), \.json)
    return 0
}

/// Reads a message; what it writes must read as the same.
private func repeats<Message: Equatable>(
    _ json: JSONValue, _ read: (JSONValue) throws(DeviceError) -> Message, _ write: (Message) -> JSONValue
) {
    guard let message = try? read(json) else { return }
    precondition((try? read(write(message))) == message, "what was written is another \(Message.self)")
}
