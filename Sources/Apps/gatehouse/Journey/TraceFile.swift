import AMFormat
import Foundation
import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives
import TerminalJourneys

/// Recordings of runs, as files.
enum TraceFile {
    static func read(_ path: String) throws -> JourneyRecording {
        let file = try JourneyFile.read(path)
        guard let json = try? JSONValue(body: file.bytes, limits: JSONLimits(bytes: ImportLimits.fileBytes)),
            let recording = JourneyRecording(json: json)
        else { throw CommandFailure("\(path) is no recording of gatehouse journey trace") }
        return recording
    }

    static func write(_ recording: JourneyRecording, to path: String) throws {
        do { try Data((recording.json.layout + "\n").utf8).write(to: URL(fileURLWithPath: path)) } catch {
            throw CommandFailure("\(path) can't be written: \(error.localizedDescription)")
        }
    }
}

extension StepPrompt {
    /// Answers a step as it was answered before; what was secret then, or is new, is asked.
    func answer(_ step: inout Step, as recorded: [JourneyRecording.RecordedAnswer]) throws {
        for index in step.callbacks.indices {
            let before = recorded.indices.contains(index) ? recorded[index] : nil
            if let before, before.type == step.callbacks[index].type, let values = before.values,
                values.count == step.callbacks[index].input.count
            {
                for (input, value) in values.enumerated() { step.callbacks[index].input[input].value = value }
            } else {
                try answer(index, of: &step)
            }
        }
    }
}
