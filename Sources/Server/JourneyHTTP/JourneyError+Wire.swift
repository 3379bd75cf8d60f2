package import HTTPBase
import HTTPTypes
package import JourneyEngine
import JourneyMessages
import Primitives

extension JourneyRunError: WireConvertible {
    /// The failure body of `docs/protocols/step-protocol.md` 2.5.
    package var wire: WireError {
        switch code {
        case .failed, .forged, .tooManySteps: WireError(.unauthorized, message ?? "Login failure", detail: withFailureURL)
        case .locked: WireError(.unauthorized, message ?? "User Locked Out.", detail: withFailureURL)
        // By this number clients know that the journey can be begun again.
        case .timedOut, .spent: WireError(.unauthorized, message ?? "Session has timed out", detail: ["errorCode": "110"])
        // No detail: by that clients tell it from other failures.
        case .unknownSuspension: WireError(.unauthorized, "\(JourneyFailure.suspendedException): No result found")
        case .unknownJourney, .disabled: WireError(.badRequest, message ?? JourneyFailure.unknownJourney)
        case .overloaded: .overloaded
        case .throttled: .throttled
        case .internal: .internal
        }
    }

    /// Clients take the body apart by its `detail`, so there always is one.
    private var withFailureURL: JSONValue {
        var members = detail?.object ?? JSONObject()
        if members["failureUrl"] == nil { members["failureUrl"] = "" }
        return .object(members)
    }
}
