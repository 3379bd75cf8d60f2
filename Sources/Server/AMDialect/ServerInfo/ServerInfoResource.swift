import HTTPBase
import Hummingbird
import Primitives
import Directory
import Foundations
import RealmHTTP
import SignIn

/// `GET …/serverinfo/{id}`: what a login page needs to know of the server (`docs/protocols/step-protocol.md` 5.2).
struct ServerInfoResource: Sendable {
    private static let versions = APIVersions(latest: APIVersion(2, 0), others: [APIVersion(1, 0), APIVersion(1, 1)])

    private let reader: RequestReader

    init(reader: RequestReader) { self.reader = reader }

    func read(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let version = try Self.versions.negotiate(request)
        let realm = try await reader.realm(of: request, context)
        switch try context.parameters.require("id") {
        case "*", "%2A", "%2a": return .json(info(of: realm), headers: .answer(in: version))
        case "cookieDomains": return .json(["domains": []], headers: .answer(in: version))
        default: throw WireError(.notFound, "there is no such server information")
        }
    }

    private func info(of realm: Realm) -> JSONValue {
        let cookie = reader.configuration.sessionCookie
        return [
            "_id": "*", "_rev": "0", "domains": [], "protectedUserAttributes": [], "cookieName": .string(cookie.name),
            "secureCookie": .bool(cookie.isSecure), "cookieHttpOnly": .bool(cookie.isHTTPOnly),
            "cookieSameSite": .string(cookie.effectiveSameSite.rawValue.lowercased()), "forgotPassword": "false",
            "forgotUsername": "false", "kbaEnabled": "false", "selfRegistration": "false", "lang": "en-US",
            "successfulUserRegistrationDestination": "default", "socialImplementations": [], "referralsEnabled": "false",
            "zeroPageLogin": [
                "enabled": .bool(realm.settings[JourneySettings.self].zeroPageLogin), "refererWhitelist": [], "allowedWithoutReferer": true,
            ], "realm": .string(realm.path.description), "xuiUserSessionValidationEnabled": true,
        ]
    }
}
