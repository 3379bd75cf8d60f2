import Directory
import Foundation
import OrchestrationService
import Primitives
import Risk
import RiskScoring
import RiskSignals
import Store

/// Evaluates events of customers' servers of the Orchestration SDK by the realm's risk service.
struct OrchestrationRiskService: OrchestrationRisk {
    let service: RiskService

    func evaluate(_ event: OrchestrationEvent, of customer: OrchestrationCustomer) async -> RiskAnswer? {
        guard IPAddress(event.address) != nil else { return nil }
        var asked = RiskEvent(address: event.address, user: event.user.text)
        (asked.username, asked.userType) = (event.username, "PING_ONE")
        (asked.flowType, asked.target, asked.session) = (event.kind.flow, customer.application, event.occasion.session)
        (asked.flowSubtype, asked.device) = (event.occasion.type, event.attributes)
        let recorded = try? await service.evaluate(asked, client: customer.application, origin: "", in: customer.realm)
        guard let recorded, recorded.isFounded else { return nil }
        return RiskAnswer(id: recorded.id, code: recorded.level.code)
    }

    func complete(_ id: UUID, hasSucceeded: Bool, of customer: OrchestrationCustomer) async {
        // One that ended otherwise before stays so.
        _ = try? await service.complete(id, as: hasSucceeded ? .success : .failed, in: customer.realm)
    }
}

extension OrchestrationEvent {
    /// The limits of a device's words about itself.
    private static let limits = JSONLimits(bytes: 32 << 10, depth: 8, values: 1_000)

    /// The device of the event: the browser that the call names, or else the one whose authenticator has told of itself last. Whether that one
    /// is rooted counts in both cases.
    fileprivate var attributes: DeviceAttributes? {
        let told = device.flatMap { try? JSONValue(parsing: Array($0.data.utf8), limits: Self.limits) }
        var values: [DeviceAttribute: String] = [:]
        let isRooted = told?["deviceRooted"]?.bool == true
        let score = isRooted ? 1 : told.map(Self.tampering) ?? 0
        if score > 0 { values[.tampering] = "\(Int(score * 1000))" }
        if let browser = occasion.browser { return DeviceAttributes(values, identifier: browser) }
        guard let device, let told else { return nil }
        for (attribute, name) in Self.names { values[attribute] = told[name]?.string }
        return DeviceAttributes(values, identifier: device.authenticator)
    }

    /// The degree of tampering that a device has noticed, from 0 to 1.
    private static func tampering(_ told: JSONValue) -> Double {
        let score: Double =
            switch told["tampering"]?["score"] ?? told["tampering"] {
            case .number(let score): score
            case .integer(let score): Double(score)
            default: 0
            }
        return score > 0 ? min(score, 1) : 0
    }

    /// The names that the SDK has for attributes.
    private static let names: [(DeviceAttribute, String)] = [
        (.osName, "platform"), (.osVersion, "osVersion"), (.model, "model"), (.locale, "locale"), (.timeZone, "timeZone"),
    ]
}

extension OrchestrationEvent.Kind {
    fileprivate var flow: String {
        switch self {
        case .registration: "REGISTRATION"
        case .authentication: "AUTHENTICATION"
        case .transaction: "TRANSACTION"
        }
    }
}

extension RiskLevel {
    fileprivate var code: RiskAnswer.Code {
        switch self {
        case .low: .accept
        case .medium: .challenge
        case .high: .decline
        }
    }
}
