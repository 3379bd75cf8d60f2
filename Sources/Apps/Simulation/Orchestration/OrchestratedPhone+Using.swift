internal import CommandChannel
internal import DeviceFoundation
internal import Foundation
internal import Orchestration
internal import Primitives

extension OrchestratedPhone {
    /// Looks what waits for the user, and answers it.
    func look() async {
        guard isActivated else { return }
        let start = world.scheduler.time.now
        do throws(OrchestrationError) {
            let relay = relay(SimulatedPrompts(self))
            for command in try await device.pendingRequests(user, through: relay) { await answer(command) }
        } catch { account(for: "look", error, since: start) }
    }

    private func answer(_ command: String) async {
        let (start, prompts) = (world.scheduler.time.now, SimulatedPrompts(self))
        do throws(OrchestrationError) {
            let outcome = try await device.answer(command, through: relay(prompts), prompts: prompts)
            world.note("\(name) answered: \(outcome)")
            world.count("phone: \(outcome)")
            if outcome == .accepted, prompts.decision == .approve { settle(prompts) }
        } catch { account(for: "answer", error, since: start) }
    }

    /// Notes which PIN counts, for a person who was unsure and has found one that does.
    private func settle(_ prompts: SimulatedPrompts) {
        guard isUnsure, prompts.pin == .unsure, let entered = prompts.entered else { return }
        end(change: entered != pin)
    }

    /// Changes the PIN.
    func changePIN() async {
        guard isActivated, !isUnsure else { return }
        let start = world.scheduler.time.now
        let new = pin == "193758" ? "846207" : "193758"
        let prompts = SimulatedPrompts(self, chooses: new)
        do throws(OrchestrationError) {
            // From here on the person who is cut off isn't sure.
            let relay = relay(prompts)
            let life = life
            try await device.changePassword(
                user, application: 2, through: relay, prompts: ChangingPrompts(base: prompts, phone: self, new: new))
            guard self.life == life else { return }
            end(change: true)
            world.count("PIN changed")
        } catch {
            // Nothing was written, but where the store failed or the process ended.
            if error.code != .storage, error.code != .key { end(change: false) }
            account(for: "change of the PIN", error, since: start)
        }
    }

    /// Tells the server an address.
    func tellAddress() async {
        guard isActivated else { return }
        let start = world.scheduler.time.now
        do throws(OrchestrationError) {
            try await device.registerNotifications(user, identifier: "fcm:\(name)", through: relay(SimulatedPrompts(self)))
            world.count("address told")
        } catch { account(for: "address", error, since: start) }
    }

    /// A one-time password with the PIN by which it was made; nil where the app makes none just now.
    func code() async -> (text: String, pin: OrchestratedWatch.PIN, entered: String)? {
        guard isActivated else { return nil }
        let (start, prompts) = (world.scheduler.time.now, SimulatedPrompts(self))
        do throws(OrchestrationError) {
            let code = try await device.oneTimePassword(user, application: 2, prompts: prompts)
            return (code.code, prompts.pin ?? .unsure, prompts.entered ?? "")
        } catch {
            account(for: "code", error, since: start)
            return nil
        }
    }

    // MARK: - Failures

    /// The failures that need no fault: what the person did, another flow of the user's, an authenticator that wrong PINs have locked, and a
    /// request that was answered already.
    private static let natural: Set<OrchestrationError.Code> = [.aborted, .busy, .passwordLocked, .replayed, .passwordWrong]

    /// Counts a failure by its cause. One that has none is a defect.
    func account(for what: String, _ error: OrchestrationError, since start: Date) {
        world.note("\(name) \(what) failed: \(error.code)")
        if Self.natural.contains(error.code) || error.refusal?.code == -1302 {
            suffer("\(what): \(error.code)")
            return world.count("\(what) refused: \(error.code)")
        }
        if let cause = troubles.since(start).cause {
            suffer(cause)
            return world.count("\(what) failed: \(cause)")
        }
        world.violate("\(name): \(what) failed, and nothing was wrong: \(error) \(error.refusal?.code ?? 0)")
    }
}

/// The person who changes a PIN: once the new one was chosen, either may count.
private struct ChangingPrompts: UserPrompts {
    let base: SimulatedPrompts
    let phone: OrchestratedPhone
    let new: String

    func pin(_ prompt: PINPrompt) async -> Secret? {
        let pin = await base.pin(prompt)
        if prompt.purpose == .confirm { phone.begin(change: new) }
        return pin
    }

    func decision(on request: ShownRequest) async -> Decision? { await base.decision(on: request) }
}
