internal import Store
internal import DeviceFoundation
internal import Directory
internal import Foundation
internal import OrchestrationService
internal import Primitives
internal import Services
internal import Synchronization

/// A customer's application, its server, its users and their phones.
final class OrchestratedWorld: Sendable {
    static let application = SimulatedServer.application
    /// The cost of a try of an activation password: next to nothing, since there are thousands.
    static let activationRounds = 16

    let world: World
    /// The phones, and whose each of them is.
    let phones: [OrchestratedPhone]
    let customer: OrchestratedCustomer
    private let byUser: [String: [OrchestratedPhone]]
    private let state = Mutex(State())

    private struct State {
        /// The decisions of users by the text that was shown, which is of one request only.
        var decisions: [String: Set<Bool>] = [:]
        /// The texts of requests, by their ids.
        var texts: [String: String] = [:]
        var number = 0
    }

    init(_ world: World) async throws {
        self.world = world
        let (domain, plan) = (world.server.domain, world.plan)
        var realm = world.realm
        realm.settings[OrchestrationSettings.self].orchestrationActivationLifetime = 86_400
        try await domain.directory.realms.update(realm)
        var rules = OrchestrationRules()
        rules.takesCodesWithoutPIN = false
        try await domain.orchestrations.applications.set(rules, of: Self.application, in: realm)
        var missing = plan.phones
        while missing > 0 {
            let some = min(missing, Licences.mostAtOnce)
            try await domain.orchestrations.licences.add(some, to: Self.application, in: realm)
            missing -= some
        }
        let key = try await domain.orchestrations.customerKeys.make(for: Self.application, in: realm).text
        customer = OrchestratedCustomer(world: world, key: key, watch: OrchestratedWatch(world))
        let customer = customer
        phones = (0..<plan.phones).map { number in
            let dice = Dice(seed: plan.seed &* 1_000_003 &+ UInt64(number))
            // Some users have two phones.
            let user = "user-\(number > 0 && dice.happens(0.15) ? number - 1 : number)"
            return OrchestratedPhone(number, user: user, world: world, customer: customer, dice: dice)
        }
        byUser = Dictionary(grouping: phones, by: \.user)
        for phone in phones { phone.join(self) }
    }

    func phones(of user: String) -> [OrchestratedPhone] { byUser[user] ?? [] }

    /// A text for a request, which no other has.
    func nextText() -> String {
        state.withLock { state in
            state.number += 1
            return "Request \(state.number)"
        }
    }

    func note(text: String, of request: String) { state.withLock { $0.texts[request] = text } }

    /// Notes what a user has decided who was shown a text, before it is sent.
    func note(decision: Bool, on text: String) { state.withLock { _ = $0.decisions[text, default: []].insert(decision) } }

    /// The decisions of users about a request of the server's.
    func decisions(on request: String) -> Set<Bool> {
        state.withLock { state in state.texts[request].flatMap { state.decisions[$0] } ?? [] }
    }

    /// The texts of the requests that the customer's server knows of.
    var knownRequests: Set<String> { state.withLock { Set($0.texts.keys) } }
}

/// The customer's server: it calls for its users, and carries their apps' commands.
struct OrchestratedCustomer: Sendable {
    let world: World
    private let key: Secret
    let watch: OrchestratedWatch

    init(world: World, key: Secret, watch: OrchestratedWatch) {
        self.world = world
        self.key = key
        self.watch = watch
    }

    func request(_ method: HTTPMethod, _ resource: String, _ body: JSONObject? = nil) -> HTTPRequest? {
        guard let url = URL(string: SimulatedServer.base + "/orchestration/\(world.realm.id.text)/v1/" + resource) else { return nil }
        var request = HTTPRequest(method, url, body: body.map { JSONValue.object($0).encoded } ?? [])
        request.headers["Content-Type"] = "application/json"
        request.headers["Authorization"] = "Bearer " + key.reveal()
        return request
    }

    /// Asks; nil when no answer came, since the server was killed.
    func ask(_ method: HTTPMethod, _ resource: String, _ body: JSONObject? = nil) async -> JSONValue? {
        guard let request = request(method, resource, body), let answer = await world.deliver(request) else { return nil }
        return try? answer.json()
    }
}
