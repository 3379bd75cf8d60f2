import Directory
import Foundations
import OAuth
import Primitives
import Sessions

/// The services of the welcome page.
struct WelcomeServices: Sendable {
    let time: any TimeSource
    let random: any RandomSource
    let sealer: Sealer
    let keys: SigningKeys
    let sessions: SessionRegistry
    let tokens: Tokens

    init(_ platform: Platform, _ directory: DirectoryServices, _ session: SessionServices, _ oauth: OAuthServices) {
        time = platform.time
        random = platform.random
        sealer = platform.sealer
        keys = directory.keys
        sessions = session.registry
        tokens = oauth.tokens
    }
}
