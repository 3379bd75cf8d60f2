internal import OrchestrationService
internal import DeviceFoundation
internal import Services
internal import Directory
internal import Foundation
internal import Primitives
internal import Store

/// Something that happens to a phone and its user.
struct OrchestratedEvent {
    let phone: OrchestratedPhone
    let fleet: OrchestratedWorld

    private var dice: Dice { phone.dice }
    private var world: World { fleet.world }
    private var customer: OrchestratedCustomer { fleet.customer }

    func run() async {
        guard phone.isActivated else { return world.count("not activated yet") }
        switch dice.roll() {
        case ..<0.55: await ask(signing: dice.happens(0.4))
        case ..<0.80: await typeCode()
        case ..<0.86: await phone.changePIN()
        case ..<0.90: await phone.tellAddress()
        case ..<0.94: await phone.look()
        default: await unlock()
        }
    }

    // MARK: - Requests

    private func ask(signing: Bool) async {
        let (text, start) = (fleet.nextText(), world.scheduler.time.now)
        let body: JSONObject =
            signing
            ? [
                "orchestrationDelivery": ["pushNotification"],
                "data": ["transactionMessage": ["dataFields": [["key": ["text": "Pay"], "value": ["text": .string(text)]]]]],
            ]
            : ["orchestrationDelivery": ["pushNotification"], "loginMessage": ["title": ["text": .string(text)]]]
        let resource = "users/\(phone.user)/" + (signing ? "transactions/validate" : "login")
        guard let answer = await customer.ask(.post, resource, body) else { return world.count("no answer: server killed") }
        guard let id = answer["requestID"]?.string else { return world.count("not asked: \(answer["errorCode"]?.integer ?? 0)") }
        fleet.note(text: text, of: id)
        for other in fleet.phones(of: phone.user) { other.ring { await other.look() } }
        await wait(for: id, since: start)
    }

    private func wait(for id: String, since start: Date) async {
        for _ in 0..<40 {
            await world.scheduler.sleep(2)
            guard let answer = await customer.ask(.get, "sessions/\(id)"), let status = answer["sessionStatus"]?.string else { continue }
            guard status != "pending" else { continue }
            guard status == "timeout" else { return world.count("in the end: \(status)") }
            let cause = fleet.phones(of: phone.user).flatMap { $0.troubles.since(start.addingTimeInterval(-60)) }.cause
            guard let cause else { return world.violate("none of \(phone.user)'s phones decided in time, and nothing was wrong") }
            return world.count("in the end: timeout, \(cause)")
        }
        world.count("gave up")
    }

    // MARK: - Codes

    /// Types a one-time password where the user signs in, now and then twice. It is good once, and never with a wrong PIN.
    private func typeCode() async {
        guard let made = await phone.code() else { return }
        await world.scheduler.sleep(dice.number(1...6))
        var wasAccepted = false
        for _ in 0..<(dice.happens(0.2) ? 2 : 1) {
            let before = try? await standings()
            let body: JSONObject = ["credentials": ["authenticator": ["OTP": .string(made.text)]]]
            let answer = await customer.ask(.post, "users/\(phone.user)/login", body)
            let after = try? await standings()
            let isAccepted = answer?["sessionStatus"]?.string == "accepted"
            if isAccepted, wasAccepted { world.violate("\(phone.name): a code was accepted twice") }
            if isAccepted, made.pin == .wrong { world.violate("\(phone.name): a code by a wrong PIN was accepted") }
            wasAccepted = wasAccepted || isAccepted
            world.count("code: \(isAccepted ? "accepted" : answer?["errorCode"]?.integer.map(String.init) ?? "no answer")")
            if let before, let after { compare(before, after, answer) }
        }
    }

    /// A refused code costs a try of each authenticator that isn't locked, and one whose answer was lost costs all of them or none.
    private func compare(_ before: [String: Int], _ after: [String: Int], _ answer: JSONValue?) {
        let open = before.filter { $0.value > 0 }
        let fallen = open.filter { (after[$0.key] ?? 0) == $0.value - 1 }.count
        for (id, left) in before where left == 0 && after[id] ?? 0 > 0 {
            world.violate("a locked authenticator was unlocked by a code: \(id)")
        }
        if answer?["errorCode"]?.integer == -1600, fallen != open.count { world.violate("a wrong code didn't cost each a try") }
        if answer == nil, fallen != 0, fallen != open.count { world.violate("a server that was killed has counted a wrong code by half") }
    }

    private func standings() async throws -> [String: Int] {
        guard let user = try await world.server.domain.directory.users.user(named: phone.user, in: world.realm.id) else { return [:] }
        return try await world.server.database.read { [realm = world.realm.id] transaction in
            try transaction.rows(
                "SELECT id, attempts_left FROM orchestration_authenticators WHERE realm = ?1 AND user_id = ?2", realm, user.id
            ).reduce(into: [:]) { all, row in all[try row.text("id")] = Int(try row.int("attempts_left")) }
        }
    }

    /// An administrator's desk gives the user the tries back.
    private func unlock() async {
        guard let answer = await customer.ask(.get, "authenticators?assigned=true&limit=100"),
            let all = answer["authenticators"]?.array
        else { return }
        for one in all {
            guard let serial = one["serialNumber"]?.string else { continue }
            _ = await customer.ask(.post, "authenticators/\(serial)/applications/2/unlock", JSONObject())
        }
        world.count("unlocked")
    }
}
