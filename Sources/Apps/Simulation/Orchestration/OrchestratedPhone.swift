internal import CommandChannel
internal import DeviceFoundation
internal import Foundation
internal import Orchestration
internal import Primitives
internal import Synchronization

/// A phone with a customer's app, and the person who has it. Its process may be killed at any moment; then it starts again over what it had
/// written.
final class OrchestratedPhone: EndingPhone {
    let name: String
    let user: String
    let dice: Dice
    let world: World
    let customer: OrchestratedCustomer
    /// The faults that have struck it.
    let troubles = Troubles()
    /// Whether its clock is wrong by more than the server takes in codes.
    let isFarOff: Bool
    let time: any TimeSource
    private let store = InMemoryStore()
    private let state = Mutex(State())

    private struct State {
        weak var fleet: OrchestratedWorld?
        var life = 0
        var device: OrchestrationDevice?
        var isActivated = false
        /// The activation password of the last registration.
        var password: String?
        /// The PIN that the person believes in, and one that a change which was cut off may have set.
        var pin = "193758"
        var perhaps: String?
    }

    init(_ number: Int, user: String, world: World, customer: OrchestratedCustomer, dice: Dice) {
        name = "phone-\(number)"
        self.user = user
        self.world = world
        self.customer = customer
        self.dice = dice
        let faults = world.plan.faults
        isFarOff = dice.happens(faults.skew > 0 ? 0.02 : 0)
        let skew = isFarOff ? dice.number(-900...900) : dice.number(-1...1) * faults.skew
        time = SkewedTime(base: world.scheduler.time, by: skew)
    }

    func join(_ fleet: OrchestratedWorld) { state.withLock { $0.fleet = fleet } }

    var fleet: OrchestratedWorld? { state.withLock { $0.fleet } }
    var isActivated: Bool { state.withLock { $0.isActivated } }
    var pin: String { state.withLock { $0.pin } }
    /// Whether a change of the PIN was cut off, so that the person doesn't know which counts.
    var isUnsure: Bool { state.withLock { $0.perhaps != nil } }
    var life: Int { state.withLock { $0.life } }

    // MARK: - Life

    /// The app that is running, started where it isn't.
    var device: OrchestrationDevice {
        state.withLock { state in
            if let known = state.device { return known }
            var configuration = OrchestrationConfiguration(
                device: ["model": .string(name)], tampering: nil, stretching: PINStretching(rounds: 16))
            configuration.activationRounds = OrchestratedWorld.activationRounds
            let store = EndingStore(store: store, phone: self, life: state.life)
            let random = PhoneRandom(dice: dice)
            let opened = OrchestrationDevice(
                configuration, store: store, keys: SoftwareKeyStore(store, random: random), time: time, random: random)
            state.device = opened
            return opened
        }
    }

    func deliver(_ request: HTTPRequest) async -> HTTPResponse? {
        let command = (try? JSONValue(parsing: request.body))?["command"]?.string ?? ""
        return await customer.watch.around(command) { await world.deliver(request) }
    }

    func end() {
        state.withLock { state in
            state.life += 1
            state.device = nil
        }
    }

    func awake() async {
        guard isActivated else { return await activate(tries: 3) }
        await look()
    }

    // MARK: - Activation

    /// Activates the phone: by the password that it has while that is good, else by another.
    func activate(tries: Int = 6) async {
        guard !isActivated else { return }
        guard let password = await password() else { return again(tries) }
        do throws(OrchestrationError) {
            let prompts = SimulatedPrompts(self, chooses: pin)
            try await device.activate(user, password: password, through: relay(prompts), prompts: prompts)
            activated()
        } catch {
            if error.code == .userActivated { return activated() }
            // The trouble of an earlier try, or a registration of the user's other phone, may show at a later one.
            account(for: "activation", error, since: .distantPast)
            // Another device of the user, or a try too many, has used it up.
            if error.refusal != nil || error.code == .activationPasswordWrong { state.withLock { $0.password = nil } }
            again(tries)
        }
    }

    private func again(_ tries: Int) {
        guard tries > 1 else { return world.count("not activated") }
        world.scheduler.after(dice.number(5...40)) { [self] in await activate(tries: tries - 1) }
    }

    private func activated() {
        state.withLock { $0.isActivated = true }
        world.note("\(name) activated")
        world.count("activated")
    }

    private func password() async -> String? {
        if let known = state.withLock({ $0.password }) { return known }
        guard let answer = await customer.ask(.post, "users/register", ["userID": .string(user)]) else {
            suffer("server killed")
            return nil
        }
        guard let text = answer["activationPassword"]?.string else {
            world.violate("\(name): no registration: \(answer.text)")
            return nil
        }
        state.withLock { $0.password = text }
        // A new registration puts an end to the former one, of the user's other phone.
        for other in fleet?.phones(of: user) ?? [] where other !== self { other.suffer("registration replaced") }
        return text
    }

    func relay(_ prompts: SimulatedPrompts) -> SimulatedRelay { SimulatedRelay(phone: self, life: life, prompts: prompts) }

    // MARK: - PINs

    /// Notes that a PIN is to be changed: until the change has come to its end either may count.
    func begin(change pin: String) { state.withLock { $0.perhaps = pin } }

    /// Notes that a change of the PIN has come to its end.
    func end(change isDone: Bool) {
        state.withLock { state in
            if isDone, let new = state.perhaps { state.pin = new }
            state.perhaps = nil
        }
    }

    /// The PINs that may count. Which of two it is the phone alone knows: the person tries, and finds out by the first that is right.
    var candidates: [String] { state.withLock { [$0.pin] + ($0.perhaps.map { [$0] } ?? []) } }
}
