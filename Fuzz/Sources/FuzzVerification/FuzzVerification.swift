import DeviceMessages
import Foundation
import Primitives
import ResourceMessages
import VerificationMessages

/// Messages of a verification, of either side: what is read says itself again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzVerification(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: bytes, as: UTF8.self)
    if let read = try? VerificationCodeText(text) {
        precondition((try? VerificationCodeText(read.text)) == read, "what was written is another code")
    }
    if let read = VerificationNotice(text) { precondition(read.text.utf8.elementsEqual(bytes), "what was written is another notice") }
    guard let json = try? JSONValue(parsing: bytes) else { return 0 }
    if let read = try? VerificationStart(json: json) {
        precondition((try? VerificationStart(json: read.json)) == read, "what was written is another start")
    }
    if let read = try? VerificationConfiguration(json: json) {
        precondition((try? VerificationConfiguration(json: read.json)) == read, "what was written is another configuration")
    }
    if let read = try? VerificationReport(json: json) {
        precondition((try? VerificationReport(json: read.json)) == read, "what was written is another report")
    }
    if let read = try? VerifyPolicy(json: json) {
        precondition((try? VerifyPolicy(json: .object(read.json))) == read, "what was written is another policy")
    }
    guard let members = json.object else { return 0 }
    if let read = try? VerificationSubmission(claims: members) {
        precondition((try? VerificationSubmission(claims: read.content)) == read, "what was written is another submission")
    }
    if let read = try? CheckOrder(claims: members) {
        precondition((try? CheckOrder(claims: read.claims)) == read, "what was written is another order")
    }
    if let read = try? CheckAnswer(claims: members) {
        precondition((try? CheckAnswer(claims: read.claims)) == read, "what was written is another answer")
    }
    return 0
}
