import Foundation
import PingIDMessages
import Primitives

/// The signature of a customer's server and of an answer: what is read is bounded, and what verifies was signed with the key.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPingIDSignature(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    let key = Secret("0123456789abcdef0123456789abcdef")
    let now = Date(timeIntervalSince1970: 1_767_225_600)
    let request = SignedRequest(method: "POST", host: "h", path: text, query: text, body: Array(text.utf8))
    for field in [text, "\(RequestSignature.scheme)=\(text)"] {
        guard let read = try? UnverifiedRequestSignature(field) else { continue }
        _ = try? read.verify(request, key: key, at: now)
        // The header is signed here, so that what is behind the signature is reached.
        guard read.claimed.expires == nil, let again = try? read.claimed.field(for: request, key: key) else { continue }
        let verified = try? UnverifiedRequestSignature(again).verify(request, key: key, at: now, needsExpiry: false)
        precondition(verified == read.claimed, "what was written is another signature")
    }
    let signature = RequestSignature(account: "a", token: "t", requestID: nil, expires: nil)
    try? AnswerSignature(status: 200, body: Array(text.utf8)).verify(text, answering: request, signature: signature, key: key)
    return 0
}
