import Administration
import ArgumentParser
import JourneyEngine
import Primitives
import TerminalJourneys

/// `gatehouse journey run`
struct JourneyRunCommand: ChangingCommand {
    /// The reason for which journeys are run on the open file alone.
    static let reason = "its questions are asked by this program, step by step; run it on the server's machine, or use gatehouse login"

    static let configuration = CommandConfiguration(
        commandName: "run", abstract: RunJourney.declaration.purpose,
        discussion: """
            It runs here, on the server's database, and makes no session; whatever else its nodes do, they do. Ends with 1 when the journey \
            ends in failure. gatehouse login runs a journey on a server instead, and gets tokens.

            Examples:
              gatehouse journey run Login
              printf 'demo\\nsecret\\n' | gatehouse journey run Login --json
            """)

    @Argument(help: "The journey's name.") var journey: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let realm = try realm.path
        let counter = StepCounter(title: "\(realm) · \(journey)")
        let recording = try await server.here(
            RunJourney(realm: realm, name: journey) { step, _ in try counter.answer(&step) }, because: Self.reason)
        output.report("\(journey): \(recording.end)", ["journey": .string(journey), "end": .string(recording.end)], change)
        if recording.end != JourneyRecording.success { throw ExitCode.failure }
    }
}

/// `gatehouse journey trace`
struct JourneyTraceCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace", abstract: "Run a journey in the terminal and show each node, with what it changes in the state.",
        discussion: """
            Secrets are never shown nor recorded. A recording is run again with --replay: what was answered is answered again, secrets are \
            asked for, and the first difference from the recording is told; it ends with 1 when there is one.

            Examples:
              gatehouse journey trace Login
              gatehouse journey trace Login --record login.trace.json
              gatehouse journey trace --replay login.trace.json
            """)

    @Argument(help: "The journey's name.") var journey: String?
    @Option(help: "Write the run into this file.", completion: .file()) var record: String?
    @Option(help: "Run the journey of a recording again.", completion: .file()) var replay: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (journey == nil) != (replay == nil) else { throw ValidationError("Name a journey, or give --replay with a recording.") }
    }

    func run(_ server: Operator) async throws {
        let realm = try realm.path
        let recorded = try replay.map(TraceFile.read)
        let name = journey ?? recorded?.journey ?? ""
        let counter = StepCounter(title: "\(realm) · \(name)")
        let (isShown, prompt) = (!output.json, StepPrompt())
        let now = try await server.here(
            RunJourney(realm: realm, name: name) { step, index in
                guard let recorded else { return try counter.answer(&step) }
                try prompt.answer(&step, as: recorded.steps.indices.contains(index) ? recorded.steps[index] : [])
            } watch: { visit in
                if isShown { for line in visit.lines { Terminal.say(line) } }
            }, because: JourneyRunCommand.reason)
        if let record { try TraceFile.write(now, to: record) }
        try report(now, recorded?.firstDifference(from: now), isReplay: recorded != nil)
    }

    private func report(_ now: JourneyRecording, _ difference: String?, isReplay: Bool) throws {
        if output.json {
            var object = now.json.object ?? JSONObject()
            if isReplay { object["difference"] = difference.map { .string($0) } ?? .null }
            Terminal.show(.object(object))
        } else {
            Terminal.say("\(now.journey): \(now.end)")
            if isReplay { Terminal.say(difference.map { "first difference: \($0)" } ?? "the same as recorded") }
        }
        if isReplay ? difference != nil : now.end != JourneyRecording.success { throw ExitCode.failure }
    }
}

extension TraceVisit {
    /// The text for a terminal: the node with what came of it, and what it changed.
    fileprivate var lines: [String] {
        ["\(journey) · \(title == node ? node : "\(title) (\(node))") · \(kind) \(result)"] + changes.map { "    " + $0 }
    }
}
