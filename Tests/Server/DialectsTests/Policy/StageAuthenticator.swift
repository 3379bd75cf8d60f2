import CommandChannel
import DeviceFoundation
import DialectTesting
import Directory
import Foundations
import Orchestration
import OrchestrationService
import OrchestrationTesting
import Primitives
import Services

/// The users' phones with a customer's app, for stages that ask by it.
struct StageAuthenticator: CommandRelay {
    let domain: Services
    let customer: OrchestrationCustomer

    func send(_ command: String) async throws -> String { try await domain.orchestrations.answer(command, of: customer) }

    /// Lets the realm's application have such phones, and activates one for each user.
    static func settle(_ domain: Services) async throws {
        let realm = try await domain.directory.realms.realm(at: TestDomain.alpha)
        let orchestrations = domain.orchestrations
        try await orchestrations.applications.set(OrchestrationRules(), of: StageRealm.application, in: realm)
        try await orchestrations.licences.add(2, to: StageRealm.application, in: realm)
        let customer = try await orchestrations.customer(StageRealm.application, in: realm)
        for user in [StageUser.demo, .eve] {
            let registered = try await orchestrations.register(UserReference(user.name), of: customer)
            let store = InMemoryStore()
            let device = OrchestrationDevice(
                OrchestrationConfiguration(tampering: nil, stretching: PINStretching(rounds: 16)), store: store,
                keys: SoftwareKeyStore(store), time: domain.platform.time,
                random: SeededRandom(seed: user.name == StageUser.demo.name ? 9 : 10))
            try await device.activate(
                user.name, password: registered.password.reveal(), through: StageAuthenticator(domain: domain, customer: customer),
                prompts: ScriptedUser(pins: ["193758", "193758"]))
        }
    }
}
