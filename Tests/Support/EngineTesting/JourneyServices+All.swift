package import JourneyEngine
import DevicePolicies
import DeviceRegistry
import Directory
import Foundations
import Messaging
import MultiFactor
import OAuth
import OrchestrationService
import Risk
package import Services
import Sessions
import SignIn
import Verifications

extension JourneyServices {
    /// The services that journeys call, of all that a test has put together.
    package convenience init(of all: Services) { self.init(Whole(all: all)) }
}

/// The source of journeys' services in tests; programs have theirs in `Dialects`.
private struct Whole: JourneyServicesSource {
    let all: Services

    var platform: Platform { all.platform }
    var directory: DirectoryServices { all.directory }
    var credentials: CredentialServices { all.credentials }
    var messaging: MessagingServices { all.messaging }
    var session: SessionServices { all.session }
    var devicePolicies: DevicePolicyServices { all.devicePolicies }
    var deviceRegistry: DeviceServices { all.deviceRegistry }
    var pairing: PairingServices { all.pairing }
    var multiFactor: MultiFactorServices { all.multiFactor }
    var signIn: SignInServices { all.signIn }
    var oauth: OAuthServices { all.oauth }
    var risk: RiskService { all.risk }
    var orchestrations: Orchestrations { all.orchestrations }
    var verifications: Verifications { all.verifications }
}
