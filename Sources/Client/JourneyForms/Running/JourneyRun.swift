public import JourneyMessages
import Primitives

/// Runs a journey behind a user interface: holds the form to show, has the device do its part, waits where the server asks for it, and
/// sends what the user entered.
@MainActor
public final class JourneyRun<Outcome>: FormRun {
    /// Does the device's part of a step: answers the callbacks of ``StepForm/deviceWork`` that it can. It is called as the step is shown.
    ///
    /// An error that it throws ends the run. What the server is to know, such as a user who turned away, goes into the callback instead.
    public typealias DeviceWork = @MainActor (_ step: inout Step, _ work: [Int]) async throws -> Void

    /// The form to show; nil before the first answer of the server and after the end.
    public var form: StepForm?
    /// Whether the device or the server is at work, so that the user has to wait.
    public private(set) var isWorking = false
    /// The end; nil while the journey continues.
    public private(set) var end: Result<Outcome, any Error>?
    public var changed: @MainActor () -> Void = {}
    /// The rows whose answers the user interface writes into the callbacks itself; none by default.
    public var ownRows: Set<FormField.ID> = []

    /// Whether the journey has come to its end.
    public var hasEnded: Bool { end != nil }

    private let start: @MainActor () async throws -> JourneyTurn<Outcome>
    private let work: DeviceWork
    private let pause: @MainActor (Duration) async throws -> Void
    private var turn: (step: Step, send: @MainActor (Step) async throws -> JourneyTurn<Outcome>)?
    /// The number of the attempt, by which answers that come after its end are told from those that are waited for.
    private var attempt = 0
    /// The wait that the server asked for.
    package private(set) var waiting: Task<Void, Never>?

    /// A run that hasn't begun.
    ///
    /// - Parameters:
    ///   - device: does the device's part of each step; by default nothing, so that the server is told of no answer.
    ///   - start: asks for the first step.
    public convenience init(
        device: @escaping DeviceWork = { _, _ in }, start: @escaping @MainActor () async throws -> JourneyTurn<Outcome>
    ) {
        self.init(device: device, pause: { try await Task.sleep(for: $0) }, start: start)
    }

    package init(
        device: @escaping DeviceWork, pause: @escaping @MainActor (Duration) async throws -> Void,
        start: @escaping @MainActor () async throws -> JourneyTurn<Outcome>
    ) {
        self.start = start
        self.work = device
        self.pause = pause
    }

    /// Begins the journey, or begins it again after an end. It returns when there is something for the user to do, or at the end.
    public func begin() async {
        guard !isWorking else { return }
        stopWaiting()
        attempt += 1
        end = nil
        await proceed { [start] in try await start() }
    }

    /// Sends the form, if nothing in it prevents that; see ``StepForm/check()``.
    public func send() async {
        guard !isWorking, form?.ending != .suspended else { return }
        guard form?.check() == true else { return changed() }
        await submit()
    }

    /// Presses an option of a row that sends the form, whatever else is in it.
    public func press(_ option: Int, of field: FormField.ID) async {
        guard !isWorking else { return }
        form?.select(option, of: field)
        await submit()
    }

    /// Signs in with the passkey that the step suggests, and sends the form if there was one.
    public func usePasskey() async {
        guard !isWorking, form?.suggestsPasskey == true, let step = turn?.step else { return }
        let requests = step.callbacks.indices.filter { step.callbacks[$0].type == .metadata }
        guard let answered = await worked(on: step, requests) else { return }
        guard answered != step else { return changed() }
        turn?.step = answered
        await submit()
    }

    /// Gives up: the end is `error`, by default `CancellationError`.
    public func cancel(with error: any Error = CancellationError()) {
        guard end == nil else { return }
        finish(.failure(error))
    }

    private func submit() async {
        guard let (step, send) = turn, let form else { return }
        stopWaiting()
        var answered = step
        form.fill(&answered, except: ownRows)
        await proceed { [answered] in try await send(answered) }
    }

    /// Asks the server, and takes its answer.
    private func proceed(_ request: @MainActor () async throws -> JourneyTurn<Outcome>) async {
        let attempt = attempt
        isWorking = true
        changed()
        do {
            let turn = try await request()
            guard attempt == self.attempt else { return }
            switch turn {
            case .success(let outcome): finish(.success(outcome))
            case .step(let step, let send): await show(step, send)
            }
        } catch {
            if attempt == self.attempt { finish(.failure(error)) }
        }
    }

    private func show(_ step: Step, _ send: @escaping @MainActor (Step) async throws -> JourneyTurn<Outcome>) async {
        let form = StepForm(step)
        turn = (step, send)
        self.form = form
        if !form.deviceWork.isEmpty {
            guard let answered = await worked(on: step, form.deviceWork) else { return }
            turn?.step = answered
        }
        isWorking = false
        changed()
        switch form.ending {
        case .deviceWork: await submit()
        case .wait(let milliseconds): wait(.milliseconds(milliseconds))
        case .button, .rows, .suspended: break
        }
    }

    /// The step with the device's answers; nil when the run has ended meanwhile.
    private func worked(on step: Step, _ indices: [Int]) async -> Step? {
        let attempt = attempt
        isWorking = true
        changed()
        var answered = step
        do {
            try await work(&answered, indices)
            guard attempt == self.attempt else { return nil }
            isWorking = false
            return answered
        } catch {
            if attempt == self.attempt { finish(.failure(error)) }
            return nil
        }
    }

    /// Sends the step after a time, five minutes at most, unless the user presses something before.
    private func wait(_ time: Duration) {
        waiting = Task { [pause] in  // Is cancelled, never waited for.
            do { try await pause(min(time, .seconds(300))) } catch { return }
            guard !Task.isCancelled, !isWorking else { return }
            waiting = nil
            await submit()
        }
    }

    private func stopWaiting() {
        waiting?.cancel()
        waiting = nil
    }

    private func finish(_ result: Result<Outcome, any Error>) {
        stopWaiting()
        attempt += 1
        (turn, form, isWorking) = (nil, nil, false)
        end = result
        changed()
    }
}
