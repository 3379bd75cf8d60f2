import DeviceMessages
import Directory
import Foundation
import Foundations
import JourneyEngine
import JourneyModel

extension Turn {
    /// The requester of whom a device tells its user: the application by its name, or else the host of this server; and where the request
    /// comes from.
    var requester: ChallengeDocument.Requester {
        let application = state.request.application
        let host = client.origin.flatMap { URLComponents(string: $0)?.host }
        return ChallengeDocument.Requester(
            application: application?.id, name: application?.name ?? host ?? realm.path.description, address: client.address,
            userAgent: client.userAgent)
    }
}
