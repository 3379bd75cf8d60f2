public import DeviceFoundation
import JourneyMessages
public import Journeys
import Primitives

extension JourneyRun where Outcome == Session {
    /// A run of a server's journey.
    ///
    /// - Parameters:
    ///   - name: the journey's name.
    ///   - options: as of `Journey.run`.
    ///   - device: does the device's part of each step.
    public convenience init(
        _ journey: Journey, _ name: String, options: JourneyOptions = [], device: @escaping DeviceWork = { _, _ in }
    ) {
        self.init(device: device) { try await JourneyTurn(journey.start(name, options: options), of: journey, name) }
    }

    /// A run that continues with a journey that was suspended.
    ///
    /// - Parameter suspendedID: the link's query parameter `suspendedId`.
    public convenience init(resuming suspendedID: String, of journey: Journey, device: @escaping DeviceWork = { _, _ in }) {
        self.init(device: device) { try await JourneyTurn(journey.resume(suspendedID: suspendedID), of: journey, nil) }
    }
}

extension JourneyTurn where Outcome == Session {
    fileprivate init(_ result: JourneyResult, of journey: Journey, _ name: String?) async throws {
        switch result {
        case .success(let session): self = .success(session)
        case .step(var step):
            try await journey.answerByPlugins(&step)
            self = .step(step) { try await JourneyTurn(journey.next($0, in: name), of: journey, name) }
        }
    }
}
