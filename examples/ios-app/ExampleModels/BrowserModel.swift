import DeviceFoundation
public import OIDC

/// The sign-in on the server's own page, in a browser.
@MainActor
public final class BrowserModel: ExampleModel {
    /// The subject of the ID token; nil when no user is signed in.
    public private(set) var subject: String?

    private let oidc: OIDCClient

    init(_ server: ExampleServer, on device: Device) {
        oidc = OIDCClient(at: server.address, client: server.client, redirect: server.redirect, scopes: ["openid", "profile"], on: device)
    }

    /// Signs in.
    public func signIn(through browser: some LoginBrowser) async {
        await perform { subject = try await oidc.signIn(through: browser).subject }
    }

    /// Signs out, here and at the server.
    public func signOut() async {
        _ = await oidc.signOut()
        subject = nil
        changed()
    }
}
