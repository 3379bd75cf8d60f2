import HTTPTypes
import JourneyMessages
import OAuthMessages
import Primitives

/// The query of a request that begins a journey (`pingam-protocol.md` 1.7).
struct StartParameters: Sendable {
    /// nil for the realm's default journey.
    let journey: String?
    let noSession: Bool
    let forceAuth: Bool
    let sessionToUpgrade: Secret?
    let goto: String?
    let gotoOnFail: String?

    /// - Throws: a 400 for another index type than `service`; a 401 for a suspended journey, since none is ever suspended here.
    init(_ query: FormBody) throws {
        if try query.value("suspendedId") != nil {
            throw WireError(.unauthorized, "\(JourneyFailure.suspendedException): No result found")
        }
        journey = try Self.journey(query)
        noSession = try query.isTrue("noSession")
        forceAuth = try query.isTrue("ForceAuth")
        sessionToUpgrade = try query.value("sessionUpgradeSSOTokenId").map { Secret($0) }
        goto = try query.value("goto")
        gotoOnFail = try query.value("gotoOnFail")
    }

    private static func journey(_ query: FormBody) throws -> String? {
        switch try query.value("authIndexType") {
        case nil, "": return nil
        case "service": return try query.required("authIndexValue")
        case let type? where unsupported.contains(type):
            throw WireError(.badRequest, "Authentication Index Type \(type) is not supported; use service")
        default: throw WireError(.badRequest, "Unknown Authentication Index Type")
        }
    }

    /// The index types that AM knows and this server doesn't.
    private static let unsupported: Set<String> = ["composite_advice", "transaction", "module", "level", "role", "user", "resource"]
}
