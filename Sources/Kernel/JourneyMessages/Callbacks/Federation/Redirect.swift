public import Primitives

/// `RedirectCallback`: sends the browser elsewhere, and nothing is answered; it comes back with query parameters
/// (`docs/protocols/step-protocol.md` 2.7). Mobile SDKs don't know it and get a ``ProviderSignIn`` instead.
public struct Redirect: Sendable, Equatable {
    /// The URL to which the browser goes, `redirectUrl` on the wire.
    public var url: String
    /// The method with which the browser goes there; GET when the server didn't say.
    public var method: Method
    /// Whether the server keeps a cookie to find the journey again.
    public var setsTrackingCookie: Bool
    /// The fields of the form, with POST.
    public var data: JSONObject

    /// The method with which the browser goes there.
    public enum Method: String, Sendable { case get = "GET", post = "POST" }

    /// Makes a redirect of its members, which are taken unchecked. By default `data` is empty, `method` is `.get`, and `setsTrackingCookie`
    /// is `false`.
    public init(_ url: String, method: Method = .get, setsTrackingCookie: Bool = false, data: JSONObject = JSONObject()) {
        self.url = url
        self.method = method
        self.setsTrackingCookie = setsTrackingCookie
        self.data = data
    }

    init?(_ callback: Callback) {
        guard let url = callback.text("redirectUrl"),
            let method = Method(exactly: callback.text("redirectMethod")?.uppercased() ?? "GET")
        else { return nil }
        self.init(
            url, method: method, setsTrackingCookie: callback.flag("trackingCookie") ?? false,
            data: callback.output("redirectData")?.object ?? JSONObject())
    }

    /// The wire form; the outputs are `redirectUrl`, `redirectMethod`, `trackingCookie` and `redirectData`.
    public var callback: Callback {
        Callback(
            .redirect,
            output: [
                .init("redirectUrl", url), .init("redirectMethod", method.rawValue), .init("trackingCookie", setsTrackingCookie),
            ] + (method == .post ? [.init("redirectData", .object(data))] : []))
    }
}
