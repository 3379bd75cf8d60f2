internal import DeviceFoundation
internal import Foundation
internal import Primitives
internal import Synchronization
internal import Wallet
internal import WalletMessages

/// A wallet or a service, with its store. Its process may be killed at any moment; then it starts again over what it had written.
final class SimulatedWallet: EndingPhone {
    let name: String
    let isService: Bool
    let dice: Dice
    let world: World
    let troubles = Troubles()
    let time: any TimeSource
    private let store = InMemoryStore()
    private let state = Mutex(State())

    private struct State {
        weak var fleet: WalletFleet?
        var life = 0
        var wallet: Wallet?
        /// Whether the process is doing something. It does one thing at a time: a call that waits for another isn't at rest.
        var isBusy = false
        var id: UUID?
    }

    init(_ number: Int, isService: Bool, world: World, dice: Dice) {
        name = "\(isService ? "service" : "wallet")-\(number)"
        self.isService = isService
        self.world = world
        self.dice = dice
        time = SkewedTime(base: world.scheduler.time, by: dice.number(-1...1) * world.plan.faults.skew)
    }

    func join(_ fleet: WalletFleet) { state.withLock { $0.fleet = fleet } }

    var life: Int { state.withLock { $0.life } }
    var fleet: WalletFleet? { state.withLock { $0.fleet } }
    /// The instance's id; nil until it is registered.
    var id: UUID? { state.withLock { $0.id } }

    // MARK: - Life

    func end() {
        state.withLock { state in
            state.life += 1
            state.wallet = nil
            state.isBusy = false
        }
    }

    func awake() async { if id == nil { await register() } else { await look() } }

    func place(of request: HTTPRequest) -> String {
        request.url.path.split(separator: "/").dropFirst(4).first.map(String.init) ?? "-"
    }

    func deliver(_ request: HTTPRequest) async -> HTTPResponse? {
        guard let fleet else { return nil }
        let answer = await world.deliver(request)
        if let answer { fleet.watch.note(request, answer, of: self) }
        if request.method == .put, answer?.status == 202, let recipient = Self.recipient(request) { fleet.ring(recipient) }
        return answer
    }

    private static func recipient(_ request: HTTPRequest) -> UUID? {
        request.url.path.split(separator: "/").dropFirst(5).first.flatMap { UUID(text: String($0)) }
    }

    private func opened(in fleet: WalletFleet) async throws(WalletError) -> Wallet {
        let (known, life) = state.withLock { ($0.wallet, $0.life) }
        if let known { return known }
        let device = Device(
            transport: SimulatedNetwork(world: world, phone: self, life: life), store: EndingStore(store: store, phone: self, life: life),
            keepsCookies: false, time: time, random: PhoneRandom(dice: dice))
        let wallet = try await Wallet.open(WalletClientConfiguration(address: fleet.service.base, consent: ConsentByCall()), on: device)
        state.withLock { if $0.life == life { $0.wallet = wallet } }
        return wallet
    }

    // MARK: - Work

    /// Runs something in the process, or later when that is busy.
    func perform(_ what: String, _ body: @escaping @Sendable (Wallet, WalletFleet) async throws(WalletError) -> Void) async {
        guard let fleet else { return }
        let life: Int? = state.withLock { state in
            guard !state.isBusy else { return nil }
            state.isBusy = true
            return state.life
        }
        guard let life else {
            return world.scheduler.after(dice.number(1...5)) { [self] in await perform(what, body) }
        }
        do throws(WalletError) {
            try await body(try await opened(in: fleet), fleet)
            note(what, "done", life)
        } catch {
            note(what, "\(error.code)", life)
        }
        state.withLock { if $0.life == life { $0.isBusy = false } }
    }

    private func note(_ what: String, _ end: String, _ life: Int) {
        guard self.life == life else { return }
        world.note("\(name) \(what): \(end)")
        world.count("\(what): \(end)")
    }

    /// Introduces the instance to the server, until that is done.
    func register() async {
        await perform("register") { [self] wallet, _ throws(WalletError) in
            do throws(WalletError) {
                try await wallet.register(reach: isService ? .callback("https://\(WalletFleet.callbackHost)/\(name)") : nil)
                state.withLock { $0.id = wallet.id }
            } catch {
                world.scheduler.after(dice.number(5...30)) { [self] in if id == nil { await register() } }
                throw error
            }
        }
    }

    /// Sends and fetches mail.
    func look() async {
        guard id != nil else { return }
        await perform("mail") { [self] wallet, fleet throws(WalletError) in
            try await wallet.receive(SimulatedInbox(party: self, watch: fleet.watch))
        }
    }
}

/// Hands what a wallet receives to the watch.
private struct SimulatedInbox: WalletInbox {
    let party: SimulatedWallet
    let watch: WalletWatch

    func receive(_ message: ReceivedMessage) async { watch.receive(message, by: party) }
    func receive(failure: WalletError) async { watch.world.violate("\(party.name) can't read its mail: \(failure.code)") }
}
