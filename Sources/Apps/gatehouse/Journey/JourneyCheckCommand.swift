import Administration
import AMFormat
import ArgumentParser
import JourneyMessages
import JourneyModel
import JourneyTransfer
import Primitives

/// `gatehouse journey check`
struct JourneyCheckCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: CheckJourney.declaration.purpose,
        discussion: """
            Looks for what a compiler would: unknown kinds and settings, outcomes that lead nowhere, nodes that nothing leads to, loops that \
            never wait for the user; with --client, for callbacks that a line of the SDKs can't show. Of a stored journey also what it \
            refers to. Ends with 1 when there are errors.

            Examples:
              gatehouse journey check login.yaml
              gatehouse journey check Login --client ios
            """)

    @Argument(help: "A file, or the name of a stored journey; - for standard input.", completion: .file()) var journey: String
    @Option(
        help: ArgumentHelp("A line of the SDKs: \(Self.lines.joined(separator: ", ")).", valueName: "line"), completion: .list(Self.lines),
        transform: Self.line)
    var client: ClientLine?
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    private static let lines = ClientLine.allCases.map(\.rawValue)

    private static func line(_ name: String) throws -> ClientLine {
        guard let line = ClientLine(exactly: name) else {
            throw ValidationError("there is no line \(name); there are \(lines.joined(separator: ", "))")
        }
        return line
    }

    func run() async throws {
        guard JourneyFile.isFile(journey) else { return try await runOnData() }
        let file = try JourneyFile.read(journey)
        guard let text = String(validating: file.bytes, as: UTF8.self) else { throw CommandFailure("\(journey) is no text") }
        guard JourneyFile.isOurs(text) else { return try report(foreign(file)) }
        let check = JourneyCheck(text: text, client: client)
        try report(check.findings.map { CheckedLine($0, file: journey) })
    }

    func run(_ server: ReadingOperator) async throws {
        let findings = try await server(CheckJourney(realm: realm.path, name: journey, client: client))
        try report(findings.rows.compactMap { CheckedLine(told: $0, file: journey) })
    }

    /// A file of AM's is checked by translating it.
    private func foreign(_ file: ImportFile) -> [CheckedLine] {
        let read = JourneyImport([file], ImportOptions(attachment: { JourneyFile.attachment($0, of: $1) }))
        let lines = read.findings.map { CheckedLine(level: $0.level, text: "\(file.path): \($0)", json: $0.json) }
        return lines
            + read.journeys.flatMap { journey in
                JourneyCheck(journey, client: client).findings.map { CheckedLine($0, file: "\(file.path): \(journey.name)") }
            }
    }

    private func report(_ lines: [CheckedLine]) throws {
        let isSound = !lines.contains { $0.level == .error }
        if output.json {
            Terminal.show(.object(["sound": .bool(isSound), "findings": .array(lines.map { .object($0.json) })]))
        } else {
            for line in lines.sorted(by: { $0.level > $1.level }) { Terminal.complain(line.text) }
            if isSound { print("\(journey) is sound") }
        }
        guard isSound else { throw ExitCode.failure }
    }
}

/// A finding, as compilers say it: `login.yaml:8:3: error: nodes.check.false: there is no node lockuot`.
private struct CheckedLine {
    let level: JourneyCheck.Level
    let text: String
    let json: JSONObject

    init(level: JourneyCheck.Level, text: String, json: JSONObject) {
        self.level = level
        self.text = text
        self.json = json
    }

    init(_ finding: JourneyCheck.Finding, file: String) {
        var told: JSONObject = ["path": .string(finding.path)]
        told["line"] = finding.line.map { .integer(Int64($0)) }
        told["column"] = finding.column.map { .integer(Int64($0)) }
        told["reason"] = .string(finding.reason)
        self.init(finding.level, told, file)
    }

    /// A finding that an action tells; nil for what is none.
    init?(told finding: JSONObject, file: String) {
        guard let level = finding["level"]?.string.flatMap({ JourneyCheck.Level(exactly: $0) }) else { return nil }
        self.init(level, finding, file)
    }

    private init(_ level: JourneyCheck.Level, _ finding: JSONObject, _ file: String) {
        self.level = level
        let (path, reason) = (finding["path"]?.string ?? "", finding["reason"]?.string ?? "")
        let place = ([file] + ["line", "column"].compactMap { finding[$0]?.text }).joined(separator: ":")
        text = "\(place): \(level.rawValue): " + (path.isEmpty ? "" : "\(path): ") + reason
        json = JSONObject(
            [("level", .string(level.rawValue)), ("file", .string(file))]
                + finding.only("path", "line", "column", "reason").members.map { ($0.name, $0.value) })
    }
}
