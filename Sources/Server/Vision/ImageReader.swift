package import Foundations
import Metrics
import Primitives
package import VisionMessages
import WorkerMessages
import Workers

/// Reads images in processes of their own, a pool of `gatehouse-vision`: neither a decoder nor a model is in the server's memory.
///
/// Realms take turns, and in a realm the networks that images come from; a few images of each network may wait. A network whose image
/// had to be stopped never has the last process for a while.
package struct ImageReader: Sendable {
    /// The processor time that one image may take.
    private static let processor = Duration.seconds(10)
    /// The time by the clock that a process may take besides, on a busy machine.
    private static let silence = Duration.seconds(30)

    private let workers: WorkerPool

    /// Makes a reader whose processes start when the first image comes.
    package init(_ configuration: Configuration) { workers = WorkerPool(configuration.workers) }

    /// Reads an image's file. It is looked at here before it waits for a process, so that what isn't taken costs none.
    ///
    /// - Parameters:
    ///   - readings: what is to be read.
    ///   - asker: the party that it is read for; the server itself by default.
    /// - Throws: ``VisionError``.
    package func read(
        _ readings: Set<VisionReading>, from image: [UInt8], for asker: Asker = .server
    ) async throws(VisionError) -> VisionReport {
        let begun = ContinuousClock.now
        do {
            let report = try await report(readings, image, asker)
            Self.count("read", since: begun)
            return report
        } catch {
            Self.count(error.label, since: begun)
            throw error
        }
    }

    /// Ends all processes. Images that aren't finished fail.
    package func close() async { await workers.close() }

    private func report(
        _ readings: Set<VisionReading>, _ image: [UInt8], _ asker: Asker
    ) async throws(VisionError) -> VisionReport {
        do { _ = try ImageHeader(of: image) } catch { throw VisionError(error) }
        let exchange = VisionExchange(VisionRequest(readings, from: image))
        let turn = WorkerTurn(asker.realm?.text ?? "", asker.prefix.description)
        let answer: VisionAnswer
        do {
            answer = try await workers.run(
                for: turn, WorkerAllowance(processor: Self.processor, silence: Self.silence), exchange.hold)
        } catch { throw VisionError(error) }
        switch answer {
        case .read(let report): return report
        case .refused(let refusal): throw VisionError(refusal)
        }
    }

    private static func count(_ outcome: String, since begun: ContinuousClock.Instant) {
        Counter(label: "images_read_total", dimensions: [("outcome", outcome)]).increment()
        Metrics.Timer(label: "image_reading_seconds").recordNanoseconds(begun.duration(to: .now).wholeNanoseconds)
    }
}
