import Foundation
import Primitives
import WebPush

/// A sealed message, its claimed sender, and a subscription's keys: what is read is bounded, what opens was sealed, and a proof without a
/// signature is refused.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWebPush(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let pair = try? WebPushKeyPair(random: SeededRandom(seed: 1)) else { return 0 }
    let secret = Secret(bytes: [UInt8](0..<16))
    if let opened = try? WebPush.open(bytes, with: pair, secret: secret) {
        precondition(opened.count <= WebPush.longestContent, "a message held more than fits into one")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if let proof = try? ApplicationServerProof(authorization: text) {
        try? proof.verify(audience: "https://push.example.net", at: Date(timeIntervalSince1970: 1_453_520_000))
    }
    let halves = text.split(separator: "\n", maxSplits: 1)
    if halves.count == 2, let keys = try? WebPushKeys(p256dh: String(halves[0]), auth: String(halves[1])) {
        precondition((try? WebPushKeys(p256dh: keys.p256dh, auth: keys.auth)) == keys, "what was written are other keys")
        precondition((try? WebPush.seal([1, 2, 3], for: keys, random: SeededRandom(seed: 2))) != nil, "keys that were taken can't be used")
    }
    return 0
}
