import CommandChannel
import DeviceFoundation
import Primitives

extension OrchestrationDevice {
    /// Asks for the PIN until it has the right form. Whether it is the right one isn't known here.
    func enteredPIN(
        _ user: ChannelUser, _ policy: PINPolicy, _ prompts: any UserPrompts, fault: OrchestrationError.Code? = nil,
        attemptsLeft: Int? = nil
    ) async throws(OrchestrationError) -> Secret {
        var fault = fault
        while true {
            let prompt = PINPrompt(purpose: .enter, user: user, policy: policy, fault: fault, attemptsLeft: attemptsLeft)
            guard let pin = await prompts.pin(prompt) else { throw Self.aborted }
            do throws(PINPolicy.Fault) {
                try policy.checkForm(pin)
                return pin
            } catch { fault = OrchestrationError(error).code }
        }
    }

    /// Asks for a new PIN twice, until the rules allow it and both entries are the same.
    func chosenPIN(
        _ user: ChannelUser, _ policy: PINPolicy, _ prompts: any UserPrompts, replacing former: Secret? = nil
    ) async throws(OrchestrationError) -> Secret {
        var fault: OrchestrationError.Code?
        while true {
            let purpose: PINPrompt.Purpose = former == nil ? .choose : .chooseNew
            let prompt = PINPrompt(purpose: purpose, user: user, policy: policy, fault: fault, attemptsLeft: nil)
            guard let pin = await prompts.pin(prompt) else { throw Self.aborted }
            do throws(PINPolicy.Fault) { try policy.checkChoice(pin) } catch {
                fault = OrchestrationError(error).code
                continue
            }
            guard pin != former else {
                fault = .passwordUnchanged
                continue
            }
            let again = PINPrompt(purpose: .confirm, user: user, policy: policy, fault: nil, attemptsLeft: nil)
            guard let second = await prompts.pin(again) else { throw Self.aborted }
            if second == pin { return pin }
            fault = .passwordMismatch
        }
    }

    /// The way in which the user will be verified: the one that is asked for, or the PIN where the device hasn't that, or not as it was.
    func available(_ method: AuthenticationMethod, _ record: UserRecord) async -> AuthenticationMethod {
        let isThere =
            switch method {
            case .none, .password: true
            case .biometric: configuration.biometrics != nil
            case .face: configuration.face != nil && record.hasFace
            }
        guard isThere, await counts(method, record) else {
            configuration.warning(.methodFallback)
            return .password
        }
        return method
    }

    /// Tells if the biometrics of a method are those that were enrolled when the user last proved to the server who they are.
    func counts(_ method: AuthenticationMethod, _ record: UserRecord) async -> Bool {
        let now = await EnrolledBiometrics(configuration)
        return switch method {
        case .none, .password: true
        case .biometric: now.biometrics == record.enrolled.biometrics
        case .face: now.face == record.enrolled.face
        }
    }

    /// Verifies the user without the PIN. Says false where the device can't after all, so that the PIN is asked for.
    func verify(_ method: AuthenticationMethod) async throws(OrchestrationError) -> Bool {
        let verification = method == .face ? configuration.face : configuration.biometrics
        guard method != .none, let verification else { return true }
        do throws(UserVerificationError) {
            _ = try await verification.verify(configuration.recognitionReason, by: .biometrics)
            return true
        } catch {
            switch error.code {
            case .unavailable:
                configuration.warning(.methodFallback)
                return false
            case .cancelled: throw Self.aborted
            case .refused: throw OrchestrationError(.biometricRefused, error.reason, underlying: error)
            }
        }
    }

    /// Verifies the user, and gives the secret that goes with it: behind the PIN, any PIN gives one.
    func secret(
        _ record: UserRecord, _ method: AuthenticationMethod, _ prompts: any UserPrompts, fault: OrchestrationError.Code? = nil,
        attemptsLeft: Int? = nil
    ) async throws(OrchestrationError) -> (secret: InstanceSecret, method: AuthenticationMethod) {
        let method = await available(method, record)
        if !method.usesPIN, try await verify(method) { return (try record.device(), method) }
        let pin = try await enteredPIN(record.user, record.terms.pins, prompts, fault: fault, attemptsLeft: attemptsLeft)
        return (try record.guarded.open(with: pin, user: record.user, instance: record.instance), .password)
    }

    static var aborted: OrchestrationError { OrchestrationError(.aborted, "the user turned away") }
}
