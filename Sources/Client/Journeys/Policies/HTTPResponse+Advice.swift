public import DeviceFoundation
public import PolicyMessages
import Primitives

extension HTTPResponse {
    /// The demands of a policy before it grants, when the answer gives them in one of the documented forms
    /// (`docs/protocols/step-protocol.md` 10.1): a `WWW-Authenticate` header with status 401, a redirect to a sign-on page, or a JSON body
    /// with `advices`. nil when it doesn't.
    public var policyAdvice: PolicyAdvice? {
        switch status {
        case 401: challenged ?? inBody
        case 300..<400: headers["Location"].flatMap(Self.redirected)
        default: inBody
        }
    }

    /// A gateway may encode the advice once more than the query needs.
    private static func redirected(_ location: String) -> PolicyAdvice? {
        let redirect = AdviceRedirect(location: location) ?? AdviceRedirect(location: location.replacing("%25", with: "%"))
        return redirect?.advice
    }

    private var challenged: PolicyAdvice? {
        headers.all("WWW-Authenticate").lazy.compactMap { AdviceChallenge(headerValue: $0)?.advice }.first
    }

    private var inBody: PolicyAdvice? {
        guard headers["Content-Type"]?.lowercased().hasPrefix("application/json") == true else { return nil }
        return (try? json()).flatMap { PolicyAdvice(body: $0) }
    }
}
