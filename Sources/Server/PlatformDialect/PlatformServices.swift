package import Foundations
import Primitives
package import Risk
package import Verifications

/// The services of the platform's API, by what they are about.
///
/// A class only so that handing it on costs one reference; nothing of it ever changes.
package final class PlatformServices: Sendable {
    let time: any TimeSource
    let random: any RandomSource
    let identities: IdentityServices
    let clients: ClientServices
    let factors: FactorServices
    let risk: RiskService
    let verifications: Verifications

    package init(
        _ platform: Platform, _ identities: IdentityServices, _ clients: ClientServices, _ factors: FactorServices, _ risk: RiskService,
        _ verifications: Verifications
    ) {
        time = platform.time
        random = platform.random
        self.identities = identities
        self.clients = clients
        self.factors = factors
        self.risk = risk
        self.verifications = verifications
    }
}
