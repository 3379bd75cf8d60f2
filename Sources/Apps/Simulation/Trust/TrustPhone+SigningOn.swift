internal import DeviceFoundation
internal import Foundation
internal import PingIDClient
internal import PingIDMessages
internal import Primitives

extension TrustPhone {
    /// Signs a user on in the customer's app.
    ///
    /// - Parameter isRegistration: whether the customer's server vouches for the user, so that no other device need approve.
    func signOn(_ user: String, isRegistration: Bool = false) async {
        guard !isUpdated else { return }
        let start = world.scheduler.time.now
        do {
            let device = try await device()
            var body: JSONObject = ["payload": .string(try await device.payload())]
            if isRegistration { body["ignoreValidation"] = true }
            let resource = isRegistration ? "registrationtokens" : "authentications"
            let answer = await customer.ask(.post, "/users/\(user)/\(resource)", body, about: user)
            guard let answer, let payload = answer["payload"]?.string else { return account(forAnswer: answer) }
            let id = (answer["authenticationId"] ?? answer["id"])?.string ?? ""
            let outcome = try await device.accept(serverPayload: payload)
            world.note("\(name) signs \(user) on: \(outcome.state.rawValue)")
            switch outcome.state {
            case .deviceIsTrusted: world.count("device is trusted")
            case .trustLevels: try await choose(outcome, device)
            case .oneTimePasscode: try await confirm(id, user, outcome, device)
            case .done: await wait(for: id, user)
            }
            _ = await installation
        } catch { account(for: "sign-on", error, since: start) }
    }

    private func choose(_ outcome: PayloadOutcome, _ device: PingIDDevice) async throws {
        let levels = outcome.trustLevels
        await world.scheduler.sleep(dice.number(1...20))
        let level = dice.happens(0.85) ? levels.first { $0 != .ignored } : levels[dice.pick(levels.count)]
        guard let level else { return }
        try await device.select(UserSelection(trust: level, ignoring: level == .ignored ? interval : nil), for: outcome.session)
        world.count("chose \(level.rawValue)")
    }

    /// Types a passcode of another phone of the user, and chooses before or after it.
    private func confirm(_ id: String, _ user: String, _ outcome: PayloadOutcome, _ device: PingIDDevice) async throws {
        let isEarly = dice.happens(0.5)
        if isEarly { try await choose(outcome, device) }
        await enterPasscode(for: id, user)
        if !isEarly { try await choose(outcome, device) }
    }

    /// Types a passcode where the user signs on: of one of the user's phones, trusted or not, or a wrong one.
    func enterPasscode(for id: String, _ user: String) async {
        let others = trust?.phones(of: user) ?? []
        var code = "000000"
        if !others.isEmpty, let next = try? await others[dice.pick(others.count)].device().nextPasscode() { code = next }
        await world.scheduler.sleep(dice.number(1...20))
        let answer = await customer.ask(.patch, "/users/\(user)/authentications/\(id)", ["offlineOTP": .string(code)], about: user)
        world.count("passcode: \(answer?["status"]?.string ?? answer?["code"]?.string ?? "no answer")")
    }

    /// Looks again and again, as a page does.
    func wait(for id: String, _ user: String) async {
        let start = world.scheduler.time.now
        await trust?.push(to: user)
        for _ in 0..<40 {
            await world.scheduler.sleep(2)
            guard let answer = await customer.ask(.get, "/users/\(user)/authentications/\(id)", about: user),
                let status = answer["status"]?.string
            else { continue }
            guard status != "TIMEOUT" else { return world.count("in the end: TIMEOUT, \(silence(of: user, since: start))") }
            guard status == "IN_PROGRESS" else { return world.count("in the end: \(status)") }
        }
        world.count("gave up")
    }

    private func silence(of user: String, since start: Date) -> String {
        guard let cause = trust?.causeOfSilence(of: user, since: start) else {
            world.violate("none of \(user)'s phones decided in time, and nothing was wrong")
            return "nothing was wrong"
        }
        return cause
    }
}
