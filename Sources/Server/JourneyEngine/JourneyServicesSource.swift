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

/// Holds the services that journeys call, among others: the whole that a program has put together.
package protocol JourneyServicesSource {
    var platform: Platform { get }
    var directory: DirectoryServices { get }
    var credentials: CredentialServices { get }
    var messaging: MessagingServices { get }
    var session: SessionServices { get }
    var devicePolicies: DevicePolicyServices { get }
    var deviceRegistry: DeviceServices { get }
    var pairing: PairingServices { get }
    var multiFactor: MultiFactorServices { get }
    var signIn: SignInServices { get }
    var oauth: OAuthServices { get }
    var risk: RiskService { get }
    var orchestrations: Orchestrations { get }
    var verifications: Verifications { get }
}
