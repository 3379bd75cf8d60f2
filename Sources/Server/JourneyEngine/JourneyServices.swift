package import DevicePolicies
package import DeviceRegistry
package import Directory
package import Foundations
package import Messaging
package import MultiFactor
package import OAuth
package import OrchestrationService
package import Risk
package import Sessions
package import SignIn
package import Verifications

/// The services that journeys and their nodes call.
///
/// A class only so that handing it on costs one reference; nothing of it ever changes.
package final class JourneyServices: Sendable {
    package let platform: Platform
    package let directory: DirectoryServices
    package let credentials: CredentialServices
    package let messaging: MessagingServices
    package let session: SessionServices
    /// The rules for devices.
    package let devicePolicies: DevicePolicyServices
    /// Installations and users' devices.
    package let deviceRegistry: DeviceServices
    package let pairing: PairingServices
    package let multiFactor: MultiFactorServices
    package let signIn: SignInServices
    package let oauth: OAuthServices
    package let risk: RiskService
    package let orchestrations: Orchestrations
    package let verifications: Verifications

    /// - Parameter services: the holder that they are taken from.
    package init(_ services: some JourneyServicesSource) {
        platform = services.platform
        directory = services.directory
        credentials = services.credentials
        messaging = services.messaging
        session = services.session
        devicePolicies = services.devicePolicies
        deviceRegistry = services.deviceRegistry
        pairing = services.pairing
        multiFactor = services.multiFactor
        signIn = services.signIn
        oauth = services.oauth
        risk = services.risk
        orchestrations = services.orchestrations
        verifications = services.verifications
    }
}
