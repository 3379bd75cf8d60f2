internal import DeviceMessages
internal import Foundation
internal import Primitives
internal import Services
internal import DevicePolicies
internal import MultiFactor
import DeviceRegistry

/// A sign-in of a user, who shows by the phone who they are.
struct SimulatedLogin {
    let number: Int
    let phone: SimulatedPhone
    let world: World

    private static let patience = 90.0

    func run() async {
        defer { world.endLogin() }
        guard phone.isPaired else { return world.count("not paired") }
        var order = DeviceAuthentications.Order(user: phone.user)
        order.context.requester = ChallengeDocument.Requester(name: "Fleet", address: "192.0.2.\(number % 200)")
        do {
            let started = try await world.server.domain.multiFactor.deviceAuthentications.start(
                order, in: world.realm, issuer: world.issuer
            )
            .authentication
            if let challenge = started.challenge { await world.push(to: challenge.installation) }
            await (phone.dice.happens(0.2) ? typeCode(started) : watch(started))
        } catch { world.note("login-\(number) failed: \((error as? SecondFactorError).map { "\($0.code)" } ?? "\(type(of: error))")") }
    }

    /// Looks again and again, as a page does.
    private func watch(_ started: DeviceAuthentication) async {
        let end = world.scheduler.time.now.addingTimeInterval(Self.patience)
        var seen: String?
        while world.scheduler.time.now < end {
            guard let now = try? await world.server.domain.multiFactor.deviceAuthentications.authentication(started.id, in: world.realm)
            else { break }
            if now.challenge?.id != seen, let challenge = now.challenge, seen != nil { await world.push(to: challenge.installation) }
            seen = now.challenge?.id
            if now.status.isFinal { return conclude(now.status) }
            if now.status == .pushTimedOut { return await typeCode(now) }
            await world.scheduler.sleep(2)
        }
        world.count("gave up")
    }

    /// Types the passcode, twice when nothing seems to happen.
    private func typeCode(_ started: DeviceAuthentication) async {
        guard let code = await phone.passcode() else { return world.count("no passcode") }
        await world.scheduler.sleep(phone.dice.number(1...10))
        for _ in 0..<(phone.dice.happens(0.1) ? 2 : 1) {
            do {
                let done = try await world.server.domain.multiFactor.deviceAuthentications.check(
                    Secret(code), of: started.id, from: "192.0.2.\(number % 200)", in: world.realm, issuer: world.issuer
                ).authentication
                if !phone.hasAccepted(code, at: world.scheduler.time.now) { world.violate("\(phone.name): a passcode was accepted twice") }
                conclude(done.status)
            } catch {
                world.note(
                    "login-\(number) passcode refused: \((error as? SecondFactorError).map { "\($0.code)" } ?? "\(type(of: error))")")
                world.count("passcode refused")
            }
        }
    }

    private func conclude(_ status: DeviceAuthentication.Status) {
        world.note("login-\(number) \(status.rawValue)")
        world.count(status.rawValue)
    }
}
