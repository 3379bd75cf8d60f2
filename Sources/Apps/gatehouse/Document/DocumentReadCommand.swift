import ArgumentParser
import GatehouseServer
import Primitives
import Vision
import VisionMessages
import Workers

/// `gatehouse document read`
struct DocumentReadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Read pictures of documents: barcode, machine readable zone, print, faces; each field with its reasons.",
        discussion: """
            Pictures are JPEG or PNG. They are read on this machine, in processes that have no files and no network, and sent nowhere. What
            is printed is read as a hint only.

            Examples:
              gatehouse document read front.jpg back.jpg
              gatehouse document read passport.png --json --vision-models /usr/share/gatehouse/models
            """)

    @Argument(help: "The pictures; - for standard input.", completion: .file()) var files: [String]
    @OptionGroup var settings: VisionFlags
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let configuration = try ServerConfiguration(settings.resolve()).vision
        let reader = ImageReader(configuration)
        let outcomes = await Self.outcomes(files, reader, atOnce: configuration.workers.processes)
        await reader.close()
        if output.json {
            Terminal.show(.array(outcomes.map { .object($0.json) }))
        } else {
            for line in outcomes.flatMap(\.lines) { Terminal.say(line) }
        }
        guard outcomes.allSatisfy(\.isRead) else { throw ExitCode.failure }
    }

    /// Reads the files, some at once; the outcomes are in the order of the files.
    private static func outcomes(_ files: [String], _ reader: ImageReader, atOnce: Int) async -> [DocumentOutcome] {
        await withTaskGroup(of: (Int, DocumentOutcome).self) { group in
            var outcomes: [(Int, DocumentOutcome)] = []
            for (place, file) in files.enumerated() {
                if place >= atOnce, let next = await group.next() { outcomes.append(next) }
                group.addTask { (place, await outcome(file, reader)) }
            }
            for await next in group { outcomes.append(next) }
            return outcomes.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private static func outcome(_ file: String, _ reader: ImageReader) async -> DocumentOutcome {
        do {
            let report = try await reader.read(
                Set(VisionReading.allCases).subtracting([.portrait, .recapture]), from: InputFile.bytes(file))
            return DocumentOutcome(file: file, result: .success(DocumentReading(report)))
        } catch { return DocumentOutcome(file: file, result: .failure(CommandFailure(error))) }
    }
}
