package import Foundations
package import HTTPBase
package import HostedDialect

/// The facts that the dialects are told about their surroundings.
package struct DialectConfiguration: Sendable {
    package var http: HTTPConfiguration
    package var welcome: WelcomeConfiguration

    package init(http: HTTPConfiguration, welcome: WelcomeConfiguration = WelcomeConfiguration()) {
        self.http = http
        self.welcome = welcome
    }

    /// - Parameter sessionCookie: nil for the standard one of the address.
    /// - Throws: `invalid` when the standard cookie can't be made.
    package init(
        publicAddress: PublicAddress, sessionCookie: SessionCookie? = nil, proxyHeader: ClientAddress.Header? = nil
    ) throws(DomainError) {
        self.init(http: try HTTPConfiguration(publicAddress: publicAddress, sessionCookie: sessionCookie, proxyHeader: proxyHeader))
    }
}
