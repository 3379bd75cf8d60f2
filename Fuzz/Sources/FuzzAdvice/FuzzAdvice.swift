import PolicyMessages
import Primitives

/// Advice as a gateway, a resource server or a client sends it: what is read in one form means the same in every other.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAdvice(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    if let advice = try? PolicyAdvice(indexValue: text) { check(advice) }
    if let advice = PolicyAdvice(challenge: text) { check(advice) }
    if let redirect = AdviceRedirect(location: text) { check(redirect.advice) }
    if let json = try? JSONValue(parsing: text), let advice = PolicyAdvice(body: json) { check(advice) }
    return 0
}

private func check(_ advice: PolicyAdvice) {
    precondition(!advice.isEmpty, "an advice of nothing was read")
    precondition((try? PolicyAdvice(json: advice.json)) == advice, "JSON says something else")
    if let challenge = AdviceChallenge(headerValue: AdviceChallenge(realm: "/", advice: advice, server: nil).headerValue) {
        precondition(challenge.advice == advice, "the header says something else")
    }
    // Control characters stand in JSON but in no XML, and XML written may be longer than what is read.
    if let again = try? PolicyAdvice(xml: advice.xml) { precondition(again == advice, "XML says something else") }
}
