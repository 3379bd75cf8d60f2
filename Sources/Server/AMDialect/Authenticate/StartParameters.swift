import HTTPBase
import HTTPTypes
import OAuthMessages
import PolicyMessages
import Primitives

/// The query of a request that begins a journey (`docs/protocols/step-protocol.md` 1.7).
struct StartParameters: Sendable {
    /// nil for the realm's default journey.
    let journey: String?
    /// The advice of a policy, in place of a journey.
    let advice: PolicyAdvice?
    let noSession: Bool
    let forceAuth: Bool
    let sessionToUpgrade: Secret?
    let goto: String?
    let gotoOnFail: String?

    /// - Throws: a 400 for another index type than `service` and `composite_advice`.
    init(_ query: FormBody) throws {
        (journey, advice) = try Self.index(query)
        noSession = try query.isTrue("noSession")
        forceAuth = try query.isTrue("ForceAuth")
        sessionToUpgrade = try query.value("sessionUpgradeSSOTokenId").map { Secret($0) }
        goto = try query.value("goto")
        gotoOnFail = try query.value("gotoOnFail")
    }

    private static func index(_ query: FormBody) throws -> (String?, PolicyAdvice?) {
        switch try query.value("authIndexType") {
        case nil, "": return (nil, nil)
        case "service": return (try query.requiredText("authIndexValue"), nil)
        case AdviceRedirect.indexType: return (nil, try PolicyAdvice(indexValue: try query.requiredText("authIndexValue")))
        case let type? where unsupported.contains(type):
            throw WireError(.badRequest, "Authentication Index Type \(type) is not supported; use service or composite_advice")
        default: throw WireError(.badRequest, "Unknown Authentication Index Type")
        }
    }

    /// The index types that AM knows and this server doesn't.
    private static let unsupported: Set<String> = ["transaction", "module", "level", "role", "user", "resource"]
}
