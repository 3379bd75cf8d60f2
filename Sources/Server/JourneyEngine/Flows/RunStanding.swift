package import Directory
package import Foundation
import Foundations
import JourneyMessages
import JourneyModel
import Primitives

/// The standing of a run that waits with a step.
package struct RunStanding: Sendable {
    /// The number of effects that it has had.
    let epoch: Int
    /// The user who has shown who they are.
    package let user: UUID?
    /// The journey and the node that it waits at.
    package let journey: String
    /// The id of the node that the run waits at.
    package let node: String
    /// The device authentication that it waits for.
    package let device: UUID?
}

extension JourneyEngine {
    /// Returns where a run stands.
    /// - Throws: ``JourneyRunError`` for a step that isn't this client's, or too old.
    package func standing(of state: String, in realm: Realm, from client: ClientContext) async throws -> RunStanding {
        let state = try sealer.open(state, realm: realm.id, binding: client.binding, at: domain.platform.time.now)
        var device: UUID?
        if let frame = state.frames.last, let journey = try await journeys.journey(frame.journey, in: realm.id),
            journey.node(frame.node)?.node is DeviceAuthenticationNode
        {
            device = state.shared["\(frame.node).id"]?.string.flatMap(UUID.init(text:))
        }
        return RunStanding(
            epoch: state.epoch, user: state.user, journey: state.frames.last?.journey ?? "", node: state.frames.last?.node ?? "",
            device: device)
    }
}
