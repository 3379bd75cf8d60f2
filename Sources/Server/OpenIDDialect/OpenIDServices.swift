package import Directory
package import Foundations
package import OAuth
import Primitives
package import Sessions

/// The services of the endpoints of OAuth 2.0 and OpenID Connect.
package struct OpenIDServices: Sendable {
    let time: any TimeSource
    let sealer: Sealer
    let keys: SigningKeys
    let sessions: SessionRegistry
    let authorization: Authorization
    let tokens: Tokens

    package init(_ platform: Platform, _ directory: DirectoryServices, _ session: SessionServices, _ oauth: OAuthServices) {
        time = platform.time
        sealer = platform.sealer
        keys = directory.keys
        sessions = session.registry
        authorization = oauth.authorization
        tokens = oauth.tokens
    }
}
