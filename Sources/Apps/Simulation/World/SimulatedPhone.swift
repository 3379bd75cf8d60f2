internal import DeviceFoundation
internal import DeviceMessages
internal import Foundation
internal import MFA
internal import Primitives
internal import Synchronization

/// One phone and the person who has it. Its process may be killed at any moment; then it starts again over what it had written.
final class SimulatedPhone: FleetPhone {
    let name: String
    let user: UUID
    let dice: Dice
    private let world: World
    private let store = InMemoryStore()
    private let time: any TimeSource
    private let state = Mutex(State())

    private struct State {
        var life = 0
        var device: MFADevice?
        /// The pairing key that the person is to use; nil once they have seen that it worked.
        var key: Secret?
        var hasSeenPairing = false
        /// The installation's id, once it is known.
        var installation: String?
        /// The place up to which the push service has read the mailbox.
        var fetched: Int64 = 0
        var passcodes: Set<String> = []
    }

    init(_ number: Int, user: UUID, world: World, seed: UInt64) {
        name = "phone-\(number)"
        self.user = user
        self.world = world
        dice = Dice(seed: seed)
        let skew =
            dice.happens(world.plan.faults.skew > 0 ? 0.02 : 0) ? dice.number(-900...900) : dice.number(-1...1) * world.plan.faults.skew
        time = SkewedTime(base: world.scheduler.time, by: skew)
    }

    var isPaired: Bool { state.withLock { $0.hasSeenPairing } }

    func deliver(_ request: HTTPRequest) async -> HTTPResponse? { await world.deliver(request) }

    // MARK: - Life

    private func device() async throws -> (MFADevice, Int) {
        let (device, life) = state.withLock { ($0.device, $0.life) }
        if let device { return (device, life) }
        var configuration = MFAConfiguration(
            issuers: [world.issuer], app: AppDescription(id: SimulatedServer.app, version: "1"),
            device: DeviceDescription(platform: "Fleet", name: name))
        configuration.verification = nil
        let foundation = Device(
            transport: SimulatedNetwork(world: world, phone: self, life: life),
            store: SimulatedStore(store: store, phone: self, life: life),
            time: time, random: PhoneRandom(dice: dice))
        let opened = try await MFADevice.open(configuration, on: foundation) { [world] duration in
            await world.scheduler.sleep(Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18)
        }
        state.withLock { $0.device = opened }
        return (opened, life)
    }

    /// Ends the process if the dice say so. A caller whose process ends, or was of an earlier life, doesn't come back from here.
    func mayDie(in life: Int, _ place: String) async {
        let isDead = state.withLock { $0.life != life }
        guard isDead || dice.happens(world.plan.faults.phoneCrash) else { return }
        if !isDead {
            world.note("\(name) killed at a \(place)")
            state.withLock { state in
                state.life += 1
                state.device = nil
            }
            world.scheduler.after(dice.number(1...20)) { [self] in await awake() }
        }
        await world.scheduler.die()
    }

    /// Does what the app does when it starts: it continues with what was begun.
    private func awake() async {
        let key = state.withLock { $0.hasSeenPairing ? nil : $0.key }
        if let key { await pair(with: key, tries: 3) }
        guard let (device, _) = try? await device(), let waiting = try? await device.waitingRequests() else { return }
        for request in waiting { await decide(request) }
    }

    // MARK: - Pairing

    /// Pairs with a key, and again with another when that one has expired meanwhile.
    func pair(with key: Secret, tries: Int) async {
        state.withLock { $0.key = key }
        do {
            let (device, _) = try await device()
            _ = try await device.pair(with: key.reveal())
            let installation = await world.installation(of: user)
            state.withLock { state in
                state.hasSeenPairing = true
                state.installation = installation ?? state.installation
            }
            world.note("\(name) paired")
        } catch {
            world.note("\(name) not paired: \(Self.code(error))")
            guard tries > 1 else { return }
            world.scheduler.after(dice.number(5...30)) { [self] in
                let isUsed = (error as? MFA.MFAError)?.code == .pairingKey
                guard let next = isUsed ? await world.pairingKey(for: user) : key else { return }
                await pair(with: next, tries: tries - 1)
            }
        }
    }

    // MARK: - Requests

    /// The installation's id as the server knows it.
    var installation: String? { state.withLock { $0.installation } }

    /// The push service brings what has come for the phone.
    func deliver(_ letters: [PushEvent]) {
        let new = state.withLock { state in
            let new = letters.filter { $0.sequence > state.fetched }
            state.fetched = max(state.fetched, new.last?.sequence ?? 0)
            return new
        }
        let faults = world.plan.faults
        for letter in new {
            guard !dice.happens(faults.lost) else {
                world.note("\(name) push lost")
                continue
            }
            for _ in 0..<(dice.happens(faults.doubled) ? 2 : 1) {
                let delay = dice.happens(faults.delayed) ? dice.number(0...faults.longestDelay) : dice.number(0.1...2)
                world.scheduler.after(delay) { [self] in await take(letter) }
            }
        }
    }

    private func take(_ letter: PushEvent) async {
        do {
            let (device, _) = try await device()
            guard case .request(let request) = try await device.process(remoteNotification: letter.text, document: letter.document) else {
                return
            }
            await world.scheduler.sleep(dice.number(1...15))
            await decide(request)
        } catch { world.note("\(name) push refused: \(Self.code(error))") }
    }

    /// The person looks, and decides: mostly as they should.
    private func decide(_ request: MFARequest) async {
        guard let number = await world.number(of: request.id) else { return }
        let mood = dice.roll()
        do {
            switch mood {
            case ..<0.05: try await request.deny()
            case ..<0.10: return
            case ..<0.15: try await request.approve(number: (number + 1) % 100, method: .face)
            default: try await request.approve(number: number, method: .face)
            }
            world.note("\(name) decided \(mood < 0.05 ? "deny" : "approve")")
        } catch { world.note("\(name) decision refused: \(Self.code(error))") }
    }

    // MARK: - Passcodes

    /// A passcode, made without the network.
    func passcode() async -> String? {
        guard let (device, _) = try? await device() else { return nil }
        return try? await device.passcode().code
    }

    /// Takes down that a passcode was accepted; false when the same one was before.
    func hasAccepted(_ code: String, at now: Date) -> Bool {
        state.withLock { $0.passcodes.insert("\(code) \(Int(now.timeIntervalSince1970 / 300))").inserted }
    }

    private static func code(_ error: any Error) -> String { (error as? MFA.MFAError).map { "\($0.code)" } ?? "\(type(of: error))" }
}

/// A clock that is wrong by always the same.
struct SkewedTime: TimeSource {
    let base: ManualTime
    let offset: TimeInterval

    init(base: ManualTime, by offset: TimeInterval) {
        self.base = base
        self.offset = offset
    }

    var reading: Date { base.reading.addingTimeInterval(offset) }
}

/// The phone's randomness, from the same seed as its chance.
struct PhoneRandom: RandomSource {
    let dice: Dice

    func bytes(_ count: Int) -> [UInt8] { dice.bytes(count) }
}
