package import Directory
package import Foundations
package import Sessions

/// The services by which a request's realm, session and caller are read, and what was refused to it is written down.
package struct RequestServices: Sendable {
    let platform: Platform
    let realms: Realms
    let users: Users
    let session: SessionServices
    /// The source of access tokens' bearers.
    let bearers: any BearerSource

    package init(platform: Platform, realms: Realms, users: Users, session: SessionServices, bearers: some BearerSource) {
        self.platform = platform
        self.realms = realms
        self.users = users
        self.session = session
        self.bearers = bearers
    }
}
