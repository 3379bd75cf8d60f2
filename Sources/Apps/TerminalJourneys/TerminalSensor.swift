package import DeviceFoundation
import Foundation
import JourneyMessages
import Journeys
import Primitives
import RiskSignals
import Signals

/// The manner in which a terminal sends signals to journeys that ask for them.
package enum SignalManner: String, Sendable, CaseIterable {
    /// No signals: the client says that it has no sensor.
    case none
    /// Signals as of a person who types.
    case human
    /// Signals as of a program that types.
    case bot
}

/// Collects signals for journeys at a terminal, so that a tester sees what a score makes of them. Typing isn't measured: the behaviour is
/// that of the manner.
package actor TerminalSensor {
    private let manner: SignalManner
    private let device: Device
    private let address: ServerAddress
    private var signals: Signals?

    package init(_ manner: SignalManner, at address: ServerAddress, on device: Device) {
        self.manner = manner
        self.device = device
        self.address = address
    }

    /// Whether there is a sensor at all.
    nonisolated var isThere: Bool { manner != .none }

    /// Starts to collect.
    /// - Returns: why it couldn't; nil when it could.
    func start(_ question: ProtectInitialization) async -> String? {
        let base = question.customHost.isEmpty ? "\(address.origin)" : question.customHost
        guard let issuer = SignalsIssuer(base: base, environment: question.environmentID) else { return "no such environment" }
        var configuration = SignalsConfiguration(issuer: issuer)
        configuration.sending = .onDemand
        configuration.ignoredAttributes = question.attributesToIgnore
        configuration.collectsBehavior = question.collectsBehavior
        let made = Signals(configuration, on: device)
        do { try await made.start() } catch { return error.reason }
        signals = made
        return nil
    }

    /// The signals until now.
    func data(_ question: ProtectEvaluation) async -> ProtectOutcome {
        guard let signals else { return .failed("signals weren't asked for before") }
        behave(signals)
        defer { if question.pausesBehavior { signals.pauseBehavior() } }
        do { return .signals(try await signals.data()) } catch { return .failed(error.reason) }
    }

    private func behave(_ signals: Signals) {
        let isProgram = manner == .bot
        signals.record(BehaviorSample.keys(.init(strokes: 12, interval: isProgram ? 2 : 180, deviation: isProgram ? 0 : 60)))
        signals.record(BehaviorSample.answer(.init(duration: isProgram ? 40 : 4200)))
    }
}

extension TerminalSensor {
    /// Answers what a step asks of a sensor, in the form in which it asks.
    func answer(_ index: Int, _ step: inout Step) async {
        let isMetadata = step.callbacks[index].type == .metadata
        switch step.callbacks[index].kind {
        case .protectInitialization(let question):
            guard let failure = await start(question) else { return }
            if isMetadata {
                step.answer(hidden: HiddenValue.clientError, with: failure)
            } else {
                step.answer(index, question, with: failure)
            }
        case .protectEvaluation(let question):
            let outcome = await data(question)
            guard isMetadata else { return step.answer(index, question, with: outcome) }
            let (id, text) = outcome.hidden
            step.answer(hidden: id, with: text)
        default: return
        }
    }
}
