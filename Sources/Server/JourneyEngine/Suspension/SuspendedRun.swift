import Foundation
import Primitives

/// A run as it is kept until its link is opened.
struct SuspendedRun {
    let state: JourneyState
    /// The number of seconds that the run has from then on.
    let lifetime: Int

    init(_ state: JourneyState, lifetime: Int) {
        self.state = state
        self.lifetime = lifetime
    }

    var sealable: Secret { Secret(bytes: JSONValue.object(["state": .object(state.json), "lifetime": .integer(Int64(lifetime))]).encoded) }

    /// Reads ``sealable``, for a run that continues now.
    init(_ kept: Secret, at now: Date) throws {
        let json = try JSONValue(parsing: kept.reveal(), limits: .own())
        guard let lifetime = json["lifetime"]?.integer.flatMap({ Int(exactly: $0) }), let stored = json["state"],
            let state = JourneyState(json: stored, expires: now.addingTimeInterval(TimeInterval(lifetime)))
        else { throw JourneyRunError.fault("a suspended journey can't be read") }
        self.init(state, lifetime: lifetime)
    }
}
