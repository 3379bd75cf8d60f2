public import DeviceFoundation
public import JourneyMessages
public import PolicyMessages
import Primitives

extension Journey {
    /// The number of steps that a journey may have (`docs/security/rules.md` 3).
    private static var stepLimit: Int { 200 }

    /// Runs a journey to its end: `answering` fills in each step, waits that the server asks for are kept, and the session of
    /// the success is returned.
    ///
    /// A ``CallbackPlugin`` answers its callbacks before. Callbacks that are left alone keep what the server put into them. `answering` may throw to give up; its error is thrown on.
    /// - Throws: ``JourneyError``, or what `answering` throws.
    public func run(
        _ name: String, options: JourneyOptions = [], isolation: isolated (any Actor)? = #isolation,
        answering: (inout Step) async throws -> Void
    ) async throws -> Session {
        try await run(from: try await start(name, options: options), of: name, isolation: isolation, answering: answering)
    }

    /// Runs the journey that the realm runs when none is named, as ``run(_:options:isolation:answering:)``.
    package func run(
        options: JourneyOptions = [], isolation: isolated (any Actor)? = #isolation, answering: (inout Step) async throws -> Void
    ) async throws -> Session {
        try await run(from: try await start(options: options), of: nil, isolation: isolation, answering: answering)
    }

    /// Continues with a journey that was suspended, as ``run(_:options:isolation:answering:)``.
    /// - Parameters:
    ///   - suspendedID: the link's query parameter `suspendedId`.
    ///   - name: the journey's name, for interceptors and errors.
    public func run(
        resuming suspendedID: String, of name: String? = nil, isolation: isolated (any Actor)? = #isolation,
        answering: (inout Step) async throws -> Void
    ) async throws -> Session {
        try await run(from: try await resume(suspendedID: suspendedID), of: name, isolation: isolation, answering: answering)
    }

    /// Runs what a policy's advice asks for, as ``run(_:options:isolation:answering:)``.
    public func run(
        advice: PolicyAdvice, isolation: isolated (any Actor)? = #isolation, answering: (inout Step) async throws -> Void
    ) async throws -> Session {
        try await run(from: try await start(advice: advice), of: nil, isolation: isolation, answering: answering)
    }

    private func run(
        from start: JourneyResult, of name: String?, isolation: isolated (any Actor)?, answering: (inout Step) async throws -> Void
    ) async throws -> Session {
        var result = start
        for _ in 0..<Self.stepLimit {
            switch result {
            case .success(let session): return session
            case .step(let asked):
                if let statement = asked.suspension { throw JourneyError(.suspended, statement.message) }
                var answered = asked
                try await answerByPlugins(&answered)
                try await answering(&answered)
                // A user who presses a button beside the wait, such as "exit", need not wait.
                if !answered.hasButtonPressed(since: asked) { try await wait(for: asked) }
                result = try await next(answered, in: name)
            }
        }
        throw JourneyError(.tooManySteps, "the journey\(name.map { " " + $0 } ?? "") went on for more than \(Self.stepLimit) steps")
    }

    /// Waits as long as a step's polling-wait callback asks, at most five minutes; returns at once when there is none.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func wait(for step: Step) async throws(CancellationError) {
        guard let wait = step.pollingWait else { return }
        do {
            try await pause(min(.milliseconds(wait.milliseconds), .seconds(300)))
        } catch {
            throw CancellationError()
        }
    }
}

extension Step {
    /// The request of the first polling-wait callback, if there is one.
    public var pollingWait: PollingWait? {
        callbacks.lazy.compactMap { if case .pollingWait(let wait) = $0.kind { wait } else { nil } }.first
    }

    /// Whether the answer to a confirmation is another than it was.
    fileprivate func hasButtonPressed(since asked: Step) -> Bool {
        zip(callbacks, asked.callbacks).contains { $0.type == .confirmation && $0.input != $1.input }
    }
}
