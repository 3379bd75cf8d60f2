import Foundation
import VisionMessages
package import Workers

extension ImageReader {
    /// The processes that read images.
    package struct Configuration: Sendable {
        /// The program, its arguments and the number of its processes.
        package var workers: WorkerPool.Configuration

        /// One image at a time for each thread of the libraries, whose own would compete with other images.
        private static let environment = ["OMP_THREAD_LIMIT=1", "OPENBLAS_NUM_THREADS=1"]

        /// - Parameters:
        ///   - program: the path of `gatehouse-vision`.
        ///   - models: the directory of the models for faces; without it no faces are compared.
        ///   - languages: the languages of printed words, as Tesseract names them.
        package init(program: String, models: String? = nil, languages: String = "eng") {
            workers = WorkerPool.Configuration(program: program)
            workers.arguments = [VisionArgument.languages, languages] + (models.map { [VisionArgument.models, $0] } ?? [])
            workers.environment = Self.environment
            workers.processes = Self.processes
            // As many as are read within the patience, and half a gibibyte when all are as large as may be.
            workers.waiting = 64
            workers.waitingForOne = 8
            workers.patience = .seconds(30)
            workers.longestFrame = VisionMessageLimits.longestFrame
        }

        /// The number of images that are read at once by default.
        package static let processes = max(1, ProcessInfo.processInfo.activeProcessorCount / 2)
    }

    /// The program that belongs to the running one: it lies beside it.
    package static var siblingProgram: String { WorkerPool.sibling("gatehouse-vision") }
}
