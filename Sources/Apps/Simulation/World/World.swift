internal import DeviceFoundation
internal import DeviceMessages
internal import Foundation
internal import Primitives
internal import Synchronization
internal import Messaging
internal import Directory
internal import Foundations
internal import DevicePolicies
internal import Services
import DeviceRegistry

/// A server, its phones, the people who have them, and the network between: all of it in this process, by a virtual clock.
final class World: Sendable {
    let plan: SimulationPlan
    let scheduler = Scheduler()
    let trace: Trace
    let server: SimulatedServer
    let realm: Realm
    let issuer: DeviceIssuer
    /// The chance of the server and of those who sign in.
    let dice: Dice
    private let state = Mutex(State())

    private struct State {
        var phones: [SimulatedPhone] = []
        var byInstallation: [String: SimulatedPhone] = [:]
        var counts: [String: Int] = [:]
        var violations: [String] = []
        var loginsEnded = 0
    }

    init(_ plan: SimulationPlan) async throws {
        self.plan = plan
        dice = Dice(seed: plan.seed)
        trace = Trace(start: scheduler.time.now, keeps: plan.keepsTrace)
        server = try await SimulatedServer(time: scheduler.time, random: SeededRandom(seed: plan.seed ^ 0x5EED), sources: SimulatedPlaces())
        _ = try await server.domain.directory.realms.create(.root)
        realm = try await server.domain.directory.realms.create(RealmPath("/fleet") ?? .root)
        issuer = DeviceIssuer(base: SimulatedServer.base, realm: realm.id.text)
        var settings = ApplicationSettings()
        settings.kind = .native
        var mobile = MobileSettings()
        mobile.bundleID = SimulatedServer.app
        settings.mobile = mobile
        try await server.domain.directory.applications.create(
            Application(id: SimulatedServer.application, realm: realm.id, settings: settings, secret: nil))
        for number in 0..<(plan.product == .mfa ? plan.phones : 0) {
            let user = try await server.domain.directory.users.create("user-\(number)", in: realm.id)
            try await server.domain.directory.users.setMFAEnabled(true, of: user.id, in: realm.id)
            let phone = SimulatedPhone(number, user: user.id, world: self, seed: plan.seed &* 1_000_003 &+ UInt64(number))
            state.withLock { $0.phones.append(phone) }
        }
    }

    var phones: [SimulatedPhone] { state.withLock { $0.phones } }
    var violations: [String] { state.withLock { $0.violations } }
    var counts: [String: Int] { state.withLock { $0.counts } }
    var loginsEnded: Int { state.withLock { $0.loginsEnded } }

    func note(_ text: String) { trace.note(text, at: scheduler.time.now) }
    func count(_ name: String) { state.withLock { $0.counts[name, default: 0] += 1 } }
    func violate(_ text: String) {
        note("VIOLATION \(text)")
        state.withLock { $0.violations.append(text) }
    }
    func endLogin() { state.withLock { $0.loginsEnded += 1 } }

    // MARK: - The server

    /// Hands a request to the server; nil when it was killed meanwhile, before or after the effect.
    func deliver(_ request: HTTPRequest) async -> HTTPResponse? {
        if dice.happens(plan.faults.serverCrash) { return await kill("before") }
        let answer = try? await server.answer(request)
        if dice.happens(plan.faults.serverCrash) { return await kill("after") }
        return answer
    }

    private func kill(_ moment: String) async -> HTTPResponse? {
        note("server killed \(moment) a request")
        count("server kills")
        do { try server.restart() } catch { violate("the server does not start again: \(error)") }
        return nil
    }

    func pairingKey(for user: UUID) async -> Secret? {
        do { return try await server.domain.pairing.pairingKeys.create(for: user, in: realm).code } catch {
            note("no pairing key: \(error)")
            return nil
        }
    }

    /// The push service looks into the mailboxes of the phones that something was asked of.
    func push(to installation: String) async {
        guard let phone = phone(installation) else { return }
        do { phone.deliver(try await server.domain.messaging.push.waiting(for: installation, realm: realm.id, documents: true)) } catch {
            violate("the mailbox can't be read: \(error)")
        }
    }

    private func phone(_ installation: String) -> SimulatedPhone? {
        state.withLock { state in
            if let known = state.byInstallation[installation] { return known }
            let found = state.phones.first { $0.installation == installation }
            state.byInstallation[installation] = found
            return found
        }
    }

    /// The installation that a user's device is.
    func installation(of user: UUID) async -> String? {
        (try? await server.domain.deviceRegistry.devices.devices(of: user, in: realm.id))?.first?.installation
    }

    /// The number that is shown at the sign-in.
    func number(of challenge: String) async -> Int? {
        try? await server.domain.deviceRegistry.challenges.number(of: challenge, in: realm.id)
    }
}
