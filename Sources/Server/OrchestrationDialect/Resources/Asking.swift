import Directory
import CommandChannel
import Foundation
import HTTPBase
import OrchestrationService
import Primitives
import ResourceMessages

/// A way in which a request comes to the user's device.
enum Delivery: String, Sendable, CaseIterable {
    /// This server pushes it, or keeps it for a device that asks what waits.
    case pushNotification
    /// The customer's server hands the answer's command over: as an image, a link, a push of its own.
    case requestMessage
}

/// The way in which a user is to be verified, as callers name it.
enum PassKey: String, Sendable, CaseIterable {
    case none = "NoPIN"
    case pin = "PIN"
    case fingerprint = "Fingerprint"
    case face = "Face"

    var method: AuthenticationMethod {
        switch self {
        case .none: .none
        case .pin: .password
        case .fingerprint: .biometric
        case .face: .face
        }
    }
}

/// `{"text": …}`
struct TextBody: Shaped {
    var text = ""

    static let shapeName = "Text"
    static let members: [Member<Self>] = [Member("text", \.text, .text(0...DisplayData.longestValue), .required)]
}

extension OrchestrationReader.CustomerCall {
    /// Asks a user, and tells the request. `timeout` is the number of seconds for which it can be answered, 0 or none for the realm's; where it
    /// is only pushed, the call is answered once it has ended or that time is over (``/OrchestrationService/Orchestrations/longestWait``).
    func ask(_ order: Orchestrations.RequestOrder, _ delivery: [Delivery], timeout: Int?) async throws -> JSONObject {
        var order = order
        if let timeout, timeout > 0 { order.lifetime = timeout }
        order.isPushed = delivery.contains(.pushNotification)
        let asked = try await orchestrations.ask(order, of: customer)
        // The message has to be told before it can be answered.
        if delivery.contains(.requestMessage) {
            var body = RequestResource.body(asked.request, .pending)
            body["requestMessage"] = .string(asked.command)
            return body
        }
        let found = try await orchestrations.request(asked.request.id, of: customer, waiting: timeout ?? 0)
        return RequestResource.body(found.request, found.state)
    }

    /// The documented code of an evaluation; -1 for no answer.
    static func code(of risk: RiskAnswer?) -> JSONValue { .integer(Int64(risk?.code.rawValue ?? -1)) }

    /// Judges a code of a user's, which teaches what is usual for them.
    func judge(
        _ code: Orchestrations.TypedCode, of user: UserReference, authenticator: String?, _ risk: RiskAnswer?
    ) async throws -> JSONObject {
        do {
            let good = try await orchestrations.validate(code, of: user, authenticator: authenticator, customer)
            await orchestrations.complete(risk, hasSucceeded: true, of: customer)
            return Self.body(good, risk)
        } catch {
            await orchestrations.complete(risk, hasSucceeded: false, of: customer)
            throw error
        }
    }

    /// The answer of a call that judged a code, and found it right.
    static func body(_ good: Orchestrations.GoodCode, _ risk: RiskAnswer?) -> JSONObject {
        var body: JSONObject = [
            "sessionStatus": .string(RequestRecord.SessionStatus.accepted.rawValue), "serialNumber": .string(good.authenticator),
            "riskResponseCode": Self.code(of: risk),
        ]
        body["hostCode"] = good.hostCode.map(JSONValue.string)
        return body
    }

    /// Lines to show.
    static func display(_ pairs: [DisplayData.Pair]) throws -> DisplayData {
        do throws(CommandError) { return try DisplayData(pairs) } catch { throw OrchestrationRefusal(.invalid, error.reason) }
    }
}
