package import DevicePolicies
package import DeviceRegistry
package import Directory
package import Foundations
package import JourneyEngine
import JourneyTransfer
package import Messaging
package import OAuth
package import OrchestrationService
package import PingIDService
package import Risk
package import Sessions
package import SignIn
import UserTransfer
package import Verifications

/// The services that administrators' actions call, and the way to have the same ones where nothing stays.
package final class AdministrationServices: Sendable {
    /// Puts the same services together on another ground.
    package typealias Remaking = @Sendable (Platform, MessageCarriers) -> AdministrationServices

    package let journeyServices: JourneyServices
    package let pingID: PingID
    private let remake: Remaking

    /// - Parameter remake: puts the same services together on another ground, for what is only tried.
    package init(
        _ journeys: JourneyServices, pingID: PingID, remake: @escaping Remaking
    ) {
        self.journeyServices = journeys
        self.pingID = pingID
        self.remake = remake
    }

    package var platform: Platform { journeyServices.platform }
    package var directory: DirectoryServices { journeyServices.directory }
    package var messaging: MessagingServices { journeyServices.messaging }
    package var session: SessionServices { journeyServices.session }
    /// The rules for devices.
    package var devicePolicies: DevicePolicyServices { journeyServices.devicePolicies }
    /// Installations and users' devices.
    package var deviceRegistry: DeviceServices { journeyServices.deviceRegistry }
    package var pairing: PairingServices { journeyServices.pairing }
    package var signIn: SignInServices { journeyServices.signIn }
    package var oauth: OAuthServices { journeyServices.oauth }
    package var risk: RiskService { journeyServices.risk }
    package var orchestrations: Orchestrations { journeyServices.orchestrations }
    package var verifications: Verifications { journeyServices.verifications }

    /// The services of imports and exports.
    var transfer: TransferServices {
        TransferServices(directory: directory, messaging: messaging, session: session, signIn: signIn)
    }

    /// The imports of users.
    var userImports: UserImports {
        UserImports(
            database: platform.database, accounts: directory.accounts, passcodes: deviceRegistry.passcodes, time: platform.time,
            random: platform.random)
    }

    /// The exports of users.
    var userExports: UserExports { UserExports(accounts: directory.accounts) }

    /// The same services, where nothing stays and from which nothing is sent.
    package func trial() -> AdministrationServices {
        let ground = Platform(
            database: TrialDatabase(platform.database), sealer: platform.sealer, time: platform.time,
            random: TapedRandom(random: platform.random), features: platform.features)
        return remake(ground, MessageCarriers(mail: UnsentMail(), phone: UnsentSMS()))
    }

    /// The same services with caches of their own, on a database that can be held to what they have read.
    func held() -> (services: AdministrationServices, database: HeldDatabase) {
        let database = HeldDatabase(platform.database)
        let ground = Platform(
            database: database, sealer: platform.sealer, time: platform.time, random: platform.random, http: platform.http,
            features: platform.features)
        return (remake(ground, messaging.carriers), database)
    }
}
