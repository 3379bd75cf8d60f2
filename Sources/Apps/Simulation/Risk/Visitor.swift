internal import DeviceFoundation
internal import DeviceProfile
internal import Directory
internal import Foundation
internal import Primitives
internal import RiskSignals
internal import Signals

/// A device that comes to a simulated server, and who uses it.
final class Visitor: FleetPhone {
    /// The kinds of visitors.
    enum Kind: String, CaseIterable {
        /// Signs in from home, on a device of their own.
        case person
        /// The same, but at times from another country, a flight later.
        case traveller
        /// A member of a household whose members share one device.
        case sharer
        /// A program with stolen passwords, which types them at once.
        case bot
        /// A program that waits and types unevenly, as people do, from a network that hides it.
        case careful = "careful bot"
        /// A program that brings no signals.
        case silent = "silent bot"

        var isProgram: Bool { [.bot, .careful, .silent].contains(self) }
    }

    let kind: Kind
    let name: String
    /// The user as whom it signs in: its own, or for programs any.
    let user: Int
    let dice: Dice
    private let home: Int
    private let model: String
    private let world: World
    private let time: any TimeSource

    init(_ kind: Kind, _ number: Int, user: Int, device: Int, world: World) {
        self.kind = kind
        self.user = user
        self.world = world
        name = "\(kind.rawValue)-\(number)"
        dice = Dice(seed: world.plan.seed &* 1_000_003 &+ UInt64(number))
        home = device % SimulatedPlaces.countries.count
        model = "Model \(device)"
        time = SkewedTime(base: world.scheduler.time, by: dice.number(-1...1) * world.plan.faults.skew)
    }

    /// The address from which it comes this time. A program comes from anywhere.
    func address(abroad: Bool) -> String {
        let count = SimulatedPlaces.countries.count
        let country = kind.isProgram ? dice.pick(count) : abroad ? (home + 1 + dice.pick(count - 1)) % count : home
        return SimulatedPlaces.address(in: country, kind.isProgram ? dice.pick(20_000) : user, isHidden: kind == .careful)
    }

    /// Collects signals as the visitor behaves; nil when there are none, or the network fails.
    func signals() async -> String? {
        guard kind != .silent, let issuer = SignalsIssuer(base: SimulatedServer.base, environment: world.realm.id.text)
        else {
            return nil
        }
        var configuration = SignalsConfiguration(issuer: issuer)
        configuration.sending = .onDemand
        configuration.collectors = [Profile(model: model)]
        let signals = Signals(
            configuration,
            on: Device(
                transport: SimulatedNetwork(world: world, phone: self, life: 0), store: InMemoryStore(), keepsCookies: false, time: time,
                random: PhoneRandom(dice: dice)))
        do {
            try await signals.start()
            let answer = behave(signals)
            await world.scheduler.sleep(answer)
            return try await signals.data()
        } catch {
            world.note("\(name) without signals: \(error.code)")
            return nil
        }
    }

    /// Types, and returns how many seconds it took to answer.
    private func behave(_ signals: Signals) -> Double {
        let pace: (interval: Double, deviation: Double, answer: Double) =
            switch kind {
            case .bot: (dice.number(0...8), 0, dice.number(0.01...0.04))
            case .careful: (dice.number(80...200), dice.number(20...70), dice.number(2...10))
            default: (dice.number(90...300), dice.number(25...120), dice.number(1.5...30))
            }
        signals.record(
            BehaviorSample.keys(.init(strokes: 8 + dice.pick(20), interval: Int(pace.interval), deviation: Int(pace.deviation))))
        signals.record(.answer(.init(duration: Int(pace.answer * 1000))))
        return pace.answer
    }

    func deliver(_ request: HTTPRequest) async -> HTTPResponse? { await world.deliver(request) }

    /// Ends the process if the dice say so; then this visit has no result.
    func mayDie(in life: Int, _ place: String) async {
        guard dice.happens(world.plan.faults.phoneCrash) else { return }
        world.note("\(name) killed at a \(place)")
        world.count("visits killed")
        await world.scheduler.die()
    }

    private struct Profile: ProfileCollector {
        let name = "platform"
        let model: String
        func collect() async -> JSONObject {
            ["platform": "Android", "version": "15", "model": .string(model), "brand": "Example", "locale": "de", "timeZone": "UTC"]
        }
    }
}
