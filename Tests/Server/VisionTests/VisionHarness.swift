import Foundation
import Foundations
import TestVectors
import Vision
import VisionMessages
import Workers

/// A reader of images, and files to read.
struct VisionHarness {
    let reader: ImageReader

    init(processes: Int = 1, _ change: (inout ImageReader.Configuration) -> Void = { _ in }) {
        var configuration = ImageReader.Configuration(program: ImageReader.siblingProgram)
        configuration.workers.processes = processes
        change(&configuration)
        reader = ImageReader(configuration)
    }

    /// Does something with a reader, and ends its processes.
    static func with<Value>(processes: Int = 1, _ body: (VisionHarness) async throws -> Value) async throws -> Value {
        let harness = VisionHarness(processes: processes)
        do {
            let value = try await body(harness)
            await harness.reader.close()
            return value
        } catch {
            await harness.reader.close()
            throw error
        }
    }

    static func file(_ name: String) throws -> [UInt8] { Array(try TestVectors.data("vision/\(name)")) }

    /// Reads a file of the vectors.
    func read(_ readings: Set<VisionReading>, _ name: String) async throws -> VisionReport {
        try await reader.read(readings, from: Self.file(name))
    }
}
