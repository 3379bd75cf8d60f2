package import Foundations
package import Messaging
package import Scripting

/// The means of actions besides the domain, which the program that runs them has.
package struct AdministrationMeans: Sendable {
    /// Lends a client for requests to other servers, for as long as a body runs.
    package typealias Lending = @Sendable (_ body: (any OutboundHTTP) async throws -> Void) async throws -> Void

    /// The way in which scripts are run.
    package var scripts: ScriptPool.Configuration
    /// The URL at which apps reach the server.
    package var publicURL: String
    package var push: PushConfiguration
    /// The issuer of a realm: the URL below which apps find its OpenID Connect endpoints.
    package var issuer: @Sendable (RealmPath) -> String
    /// The loan of the means to reach other servers, for the length of a call.
    package var lendHTTP: Lending

    package init(
        scripts: ScriptPool.Configuration, publicURL: String, push: PushConfiguration, issuer: @escaping @Sendable (RealmPath) -> String,
        lendHTTP: @escaping Lending
    ) {
        self.scripts = scripts
        self.publicURL = publicURL
        self.push = push
        self.issuer = issuer
        self.lendHTTP = lendHTTP
    }
}
