internal import DeviceFoundation
internal import DeviceMessages
internal import Foundation
internal import MFA
internal import PingIDClient
internal import PingIDMessages
internal import Primitives
internal import Synchronization

/// A phone with a customer's app, and the person who has it. Its process may be killed at any moment; then it starts again over what it had
/// written.
final class TrustPhone: EndingPhone {
    let name: String
    /// The users who sign on by it.
    let users: [String]
    let dice: Dice
    let world: World
    let customer: SimulatedCustomer
    private let watch: TrustWatch
    private let store = InMemoryStore()
    private let time: any TimeSource
    /// The faults that have struck it.
    let troubles = Troubles()
    /// Whether its clock is wrong by minutes.
    let isFarOff: Bool
    /// Whether no push reaches it; then its passcodes are asked for.
    private let isPushless: Bool
    private let state = Mutex(State())

    private struct State {
        weak var trust: TrustWorld?
        var life = 0
        var device: PingIDDevice?
        /// The pushes that the push service has brought.
        var fetched: Set<String> = []
        var hasBeenTrusted = false
        /// Whether the app was updated to the successor's.
        var isUpdated = false
        var hasMoved = false
    }

    init(_ number: Int, users: [String], world: World, customer: SimulatedCustomer, watch: TrustWatch, dice: Dice) {
        name = "phone-\(number)"
        self.users = users
        self.world = world
        self.customer = customer
        self.watch = watch
        self.dice = dice
        let faults = world.plan.faults
        isFarOff = dice.happens(faults.skew > 0 ? 0.02 : 0)
        isPushless = dice.happens(0.15)
        let skew = isFarOff ? dice.number(-900...900) : dice.number(-1...1) * faults.skew
        time = SkewedTime(base: world.scheduler.time, by: skew)
    }

    func join(_ trust: TrustWorld) { state.withLock { $0.trust = trust } }

    var life: Int { state.withLock { $0.life } }
    var trust: TrustWorld? { state.withLock { $0.trust } }
    var hasBeenTrusted: Bool { state.withLock { $0.hasBeenTrusted } }
    var isUpdated: Bool { state.withLock { $0.isUpdated } }
    var hasMoved: Bool { state.withLock { $0.hasMoved } }

    /// The installation's id, while the device is trusted.
    var installation: String? {
        get async {
            let id = await store.get(OldInstallation.record)?.reveal()
            if id != nil { state.withLock { $0.hasBeenTrusted = true } }
            return id
        }
    }

    // MARK: - Life

    /// The app that is running, started where it isn't.
    func device() async throws -> PingIDDevice {
        let (known, life) = state.withLock { ($0.device, $0.life) }
        if let known { return known }
        var configuration = PingIDConfiguration(
            application: TrustWorld.application, issuers: [world.issuer], app: AppDescription(id: SimulatedServer.app, version: "1"),
            device: DeviceDescription(platform: "Fleet", name: name))
        if isPushless { configuration.capability = .passcodeOnly }
        let opened = try await PingIDDevice.open(configuration, on: foundation(life)) { [world] in await world.pause($0) }
        if !isPushless { try await opened.setPushAddress(.builtIn) }
        state.withLock { if $0.life == life { $0.device = opened } }
        return opened
    }

    private func foundation(_ life: Int) -> Device {
        Device(
            transport: SimulatedNetwork(world: world, phone: self, life: life),
            store: EndingStore(store: store, phone: self, life: life), time: time, random: PhoneRandom(dice: dice))
    }

    func deliver(_ request: HTTPRequest) async -> HTTPResponse? { await watch.around(users) { await world.deliver(request) } }

    func end() {
        state.withLock { state in
            state.life += 1
            state.device = nil
        }
    }

    func awake() async {
        guard !isUpdated else { return await move() }
        guard let device = try? await device() else { return }
        _ = try? await device.resumeToken()
    }

    // MARK: - Pushes

    /// The number of seconds for which a push is good.
    private static let pushLife = 60.0

    /// The push service brings what has come for the phone.
    func deliver(_ letters: [PushEvent]) {
        let new = state.withLock { state in
            letters.filter { state.fetched.insert($0.text).inserted }
        }
        // A push may have been overtaken by what happened since it was sent.
        let start = world.scheduler.time.now.addingTimeInterval(-Self.pushLife)
        for letter in new {
            ring { [self] in await take(letter, since: start) }
        }
    }

    private func take(_ letter: PushEvent, since start: Date) async {
        guard !isUpdated else { return }
        do {
            let device = try await device()
            guard case .authentication(let details) = try await device.process(RemoteNotificationBody(statement: letter.text)) else {
                return
            }
            await world.scheduler.sleep(dice.number(1...15))
            try await answer(details, device)
        } catch { account(for: "push", error, since: start) }
    }

    /// The person looks, and decides: mostly as they should.
    private func answer(_ details: SessionDetails, _ device: PingIDDevice) async throws {
        let action: DeviceAction
        switch dice.roll() {
        case ..<0.05: action = .deny
        case ..<0.08: action = .block
        case ..<0.12: return suffer("user didn't decide")
        default: action = .approve
        }
        var level: TrustLevel?
        if action == .approve, !details.trustLevels.isEmpty { level = details.trustLevels[dice.pick(details.trustLevels.count)] }
        try await device.select(
            UserSelection(action: action, trust: level, ignoring: level == .ignored ? interval : nil), for: details.session)
        world.note("\(name) decided \(action.rawValue)")
    }

    var interval: IgnoreInterval? { try? IgnoreInterval(.minutes, count: 1 + dice.pick(10)) }

    static func code(_ error: any Error) -> String {
        (error as? PingIDError).map { "\($0.code)" } ?? (error as? MFA.MFAError).map { "\($0.code)" } ?? "\(type(of: error))"
    }

    // MARK: - The successor

    /// The app is updated to the successor's, which moves the device over when it starts.
    func update() async {
        guard await installation != nil else { return }
        state.withLock { state in
            (state.isUpdated, state.device) = (true, nil)
            state.life += 1
        }
        await move()
    }

    /// Moves over, as often as it takes.
    private func move() async {
        let life = life
        for _ in 0..<20 where !hasMoved && self.life == life {
            do {
                let successor = try await successor()
                if try await !successor.isPaired {
                    let old = try await OldInstallation.stored(in: store, keys: SoftwareKeyStore(store, random: PhoneRandom(dice: dice)))
                    guard let old else { return world.note("\(name) has nothing to move") }
                    _ = try await successor.migrate(old)
                }
                state.withLock { $0.hasMoved = true }
                world.note("\(name) moved over")
                world.count("moved over")
            } catch {
                world.note("\(name) not moved over: \(Self.code(error))")
                // The trust may have been taken from it meanwhile.
                let final: [MFA.MFAError.Code] = [.migrationNotNeeded, .pairingKey]
                if let code = (error as? MFA.MFAError)?.code, final.contains(code) { return }
                await world.scheduler.sleep(dice.number(5...30))
            }
        }
    }

    private func successor() async throws -> MFADevice {
        let life = life
        var configuration = MFAConfiguration(
            issuers: [world.issuer], app: AppDescription(id: SimulatedServer.app, version: "2"),
            device: DeviceDescription(platform: "Fleet", name: name))
        configuration.verification = nil
        return try await MFADevice.open(configuration, on: foundation(life)) { [world] in await world.pause($0) }
    }
}

extension World {
    /// Waits in virtual time.
    func pause(_ duration: Duration) async {
        await scheduler.sleep(Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18)
    }
}
