internal import CommandChannel
internal import DeviceFoundation
internal import Foundation
internal import Orchestration
internal import Primitives
internal import Synchronization

/// The person in front of a phone: reads, decides, types the PIN, mostly as they should, and remembers what they did.
final class SimulatedPrompts: UserPrompts {
    private struct State {
        var text: String?
        var decision: Decision?
        /// The PIN that was entered last, and whether it is the right one.
        var pin: OrchestratedWatch.PIN?
        var entered: String?
        var entries = 0
    }

    private let phone: OrchestratedPhone
    /// The PIN that is chosen where one is.
    private let chosen: String
    private let state = Mutex(State())

    init(_ phone: OrchestratedPhone, chooses pin: String = "193758") {
        self.phone = phone
        chosen = pin
    }

    /// The PIN by which the next command is made.
    var pin: OrchestratedWatch.PIN? { state.withLock { $0.pin } }
    /// The digits of it.
    var entered: String? { state.withLock { $0.entered } }
    var decision: Decision? { state.withLock { $0.decision } }

    func pin(_ prompt: PINPrompt) async -> Secret? {
        await phone.world.scheduler.sleep(phone.dice.number(1...8))
        guard prompt.purpose == .enter else { return Secret(chosen) }
        let entries = state.withLock { state in
            state.entries += 1
            return state.entries
        }
        // After three wrong ones a person gives up for now.
        guard entries <= 3 else {
            phone.suffer("user turned away")
            return nil
        }
        let candidates = phone.candidates
        var typed = candidates[min(entries - 1, candidates.count - 1)]
        let isMistyped = phone.dice.happens(0.08)
        if isMistyped { typed = "285139" }
        let kind: OrchestratedWatch.PIN = isMistyped ? .wrong : candidates.count > 1 ? .unsure : .right
        let text = state.withLock { state -> String? in
            (state.pin, state.entered) = (kind, typed)
            return state.decision == .approve ? state.text : nil
        }
        if let text, !isMistyped { phone.fleet?.note(decision: true, on: text) }
        return Secret(typed)
    }

    func decision(on request: ShownRequest) async -> Decision? {
        await phone.world.scheduler.sleep(phone.dice.number(1...15))
        let decision: Decision?
        switch phone.dice.roll() {
        case ..<0.08: decision = .reject
        case ..<0.13: decision = nil
        default: decision = .approve
        }
        let text = request.display.pairs.first?.value ?? ""
        state.withLock { ($0.text, $0.decision) = (text, decision) }
        if decision == .reject { phone.fleet?.note(decision: false, on: text) }
        if decision == nil { phone.suffer("user didn't decide") }
        return decision
    }
}

/// The app's way to the customer's server, and that server's to ours.
struct SimulatedRelay: CommandRelay {
    let phone: OrchestratedPhone
    let life: Int
    let prompts: SimulatedPrompts

    private struct Refused: Error {}

    func send(_ command: String) async throws -> String {
        phone.customer.watch.note(pin(of: command), for: command)
        guard let request = phone.customer.request(.post, "orchestration-commands-v2", ["command": .string(command)]) else {
            throw Refused()
        }
        if phone.dice.happens(phone.world.plan.faults.lost) { await carryChanged(command) }
        let network = SimulatedNetwork(world: phone.world, phone: phone, life: life)
        guard let answer = try? await network.send(request).json(), let text = answer["command"]?.string else { throw Refused() }
        return text
    }

    /// A relay that changes what it carries gains nothing, and costs no try.
    private func carryChanged(_ command: String) async {
        var changed = Array(command.utf8)
        let index = phone.dice.pick(changed.count)
        changed[index] = changed[index] == UInt8(ascii: "7") ? UInt8(ascii: "6") : UInt8(ascii: "7")
        let text = String(decoding: changed, as: UTF8.self)
        phone.customer.watch.note(.none, for: text)
        guard let request = phone.customer.request(.post, "orchestration-commands-v2", ["command": .string(text)]),
            let answer = await phone.deliver(request)
        else { return }
        phone.world.count("changed command: \(answer.status)")
        // A start that was changed and answered has the flow's name: the true one is refused, and has to be made again.
        if answer.status == 200 { phone.suffer("start changed") }
        if answer.status == 200, !(text.hasPrefix(String(command.prefix(8))) && isStart(text)) {
            phone.world.violate("a command that was changed was taken")
        }
    }

    /// The first command of an activation is in the clear, so that another one may be a good one, which leads nowhere.
    private func isStart(_ text: String) -> Bool { (try? CommandEnvelope(text))?.kind == .activationStart }

    private func pin(of command: String) -> OrchestratedWatch.PIN {
        switch (try? CommandEnvelope(command))?.kind {
        case .passwordChange: return prompts.pin ?? .unsure
        case .remoteAuthentication, .remoteTransaction:
            if prompts.decision == .reject { return .none }
            return prompts.pin ?? .unsure
        default: return .none
        }
    }
}
