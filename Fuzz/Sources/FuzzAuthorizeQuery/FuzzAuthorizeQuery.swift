import OAuthMessages

/// An authorization request that is read is written again, and read from that the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAuthorizeQuery(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let form = try? FormBody(parsing: UnsafeBufferPointer(start: start, count: count)),
        let request = try? AuthorizationRequest(form: form)
    else { return 0 }
    guard let again = try? AuthorizationRequest(form: request.form) else { fatalError("what was written is not read") }
    precondition(again == request, "what is read differs from what was written")
    _ = PKCE.isChallenge(request.codeChallenge ?? "")
    _ = PKCE.verify(request.state ?? "", against: request.codeChallenge ?? "")
    return 0
}
