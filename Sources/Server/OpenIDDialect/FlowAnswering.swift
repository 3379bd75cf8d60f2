package import Directory
package import HTTPBase
package import Hummingbird
package import OAuthMessages
package import Primitives
package import RealmHTTP
import SignIn
package import Sessions
package import OAuth

/// The dialect that answers authorization requests by flows, as the authorization endpoint sees it (`docs/protocols/platform.md` 6.2).
package protocol FlowAnswering: Sendable {
    /// Runs the authorization endpoint for a client that wants a flow: errors are the dialect's.
    func answering(_ request: Request, _ context: GatehouseContext, _ body: () async throws -> Response) async -> Response

    /// Begins a flow.
    func begin(_ demand: SignInDemand, _ request: Request, _ context: GatehouseContext, _ face: RealmFace) async throws -> Response

    /// Tells a flow that is completed already.
    func complete(
        _ response: FormBody, _ session: UserSession, _ request: Request, _ context: GatehouseContext, _ face: RealmFace
    ) async throws -> Response

    /// The session token of a request: that of a flow, or that of the pages.
    func token(of request: Request, in realm: Realm) async throws -> Secret?

    /// All session tokens of flows that a request presents, for a log-out.
    func flowTokens(of request: Request) -> [Secret]
}

/// The sign by which an authorization request asks for a flow.
enum FlowRequest {
    /// Whether a request asks for a flow, as far as it says so itself.
    static func isWanted(_ form: FormBody, _ family: PathFamily) -> Bool {
        family == .platform && (try? form.value("response_mode")) == Authorization.flowMode
    }
}
