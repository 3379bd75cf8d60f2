import Administration
import AMFormat
import ArgumentParser
import JourneyModel
import JourneyTransfer
import Primitives

/// `gatehouse journey graph`
struct JourneyGraphCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph", abstract: ReadJourney.declaration.purpose,
        discussion: """
            Lines that lead back, as after a wrong password, are dashed and run below.

            Examples:
              gatehouse journey graph Login > login.svg
              gatehouse journey graph export.json --name Registration > registration.svg
            """)

    @Argument(help: "A file, or the name of a stored journey; - for standard input.", completion: .file()) var journey: String
    @Option(help: "The journey, of a file that has several.") var name: String?
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags

    func run() async throws {
        guard JourneyFile.isFile(journey) else { return try await runOnData() }
        let read = JourneyImport([try JourneyFile.read(journey)])
        let named = read.journeys.filter { name == nil || $0.name == name }
        guard let first = named.first else {
            throw CommandFailure(read.findings.filter { $0.level == .error }.map(\.description) + ["\(journey) has no such journey"])
        }
        guard named.count == 1 else { throw CommandFailure("\(journey) has several journeys; choose one with --name") }
        print(JourneySVG(first).text, terminator: "")
    }

    func run(_ server: ReadingOperator) async throws {
        print(try await server(ReadJourney(realm: realm.path, name: journey)).text("svg"), terminator: "")
    }
}
