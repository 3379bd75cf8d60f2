import Foundation
import HTTPBase
import OrchestrationService
import Primitives
import ResourceMessages

/// `/sessions/{requestID}`: a request as it stands.
enum RequestResource {
    static let routes: [OrchestrationRoute] = [
        .get("sessions/:requestID", "Read a request, or wait for its end", queries: [.timeout], gives: shape) { call in
            let seconds = try call.query(.timeout).map { text in
                guard let seconds = Int(decimal: text, in: 0...300) else {
                    throw OrchestrationRefusal(.invalid, "timeout is a number of seconds, 0 to 300")
                }
                return seconds
            }
            let found = try await call.orchestrations.request(
                try call.segment("requestID"), of: call.customer, waiting: seconds ?? 0)
            return body(found.request, found.state)
        }
    ]

    static func body(_ request: RequestRecord, _ state: RequestRecord.SessionStatus) -> JSONObject {
        var body: JSONObject = [
            "requestID": .string(request.id), "sessionStatus": .string(state.rawValue),
            "expires": .string(request.deadline.formatted(.iso8601)),
            "riskResponseCode": OrchestrationReader.CustomerCall.code(of: request.risk),
        ]
        body["serialNumber"] = request.authenticator.map(JSONValue.string)
        return body
    }

    /// The answer of the calls that ask a user, and of those that judge a code.
    static let shape = AnswerShape.told(
        "Session",
        [("sessionStatus", AnswerShape.choice(RequestRecord.SessionStatus.self)), ("riskResponseCode", .integer(-1...25))],
        or: [
            ("requestID", AnswerShape.text), ("expires", AnswerShape.time), ("requestMessage", AnswerShape.text),
            ("serialNumber", AnswerShape.text), ("hostCode", AnswerShape.text),
        ])
}
