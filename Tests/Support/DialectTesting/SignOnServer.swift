package import DeviceMessages
import Foundation
import HTTPBase
import HTTPTypes
import JOSE
import OAuthMessages
package import Primitives

package import Directory
import Foundations
package import SignIn
package import DevicePolicies
package import Services

/// A server whose native application signs users in by a sign-on policy: password, then a device, if they have one.
package struct SignOnServer {
    package static let redirect = "org.example.app://cb"

    package let devices: DeviceServer
    package var server: ServerHarness { devices.server }
    package var domain: Services { devices.domain }
    package var realm: Realm { devices.realm }

    /// How a payload comes to the server.
    package enum Way: CaseIterable { case query, form, pushed }

    /// The paths by which a realm's endpoints are reached.
    package enum Family: CaseIterable {
        case plain, am, platform

        package func path(of realm: Realm) -> String {
            switch self {
            case .plain: "/realms/alpha"
            case .am: "/am/oauth2/realms/root/realms/alpha"
            case .platform: "/\(realm.id.uuidString.lowercased())/as"
            }
        }

        package var token: String { self == .am ? "/access_token" : "/token" }
    }

    package init(rules: (inout MobileApplicationRules) -> Void = { _ in }) async throws {
        devices = try await DeviceServer { _ in
        } rules: { rule in
            rule.autoEnrollment = .init(true)
            rule.deviceAuthorization = .init()
            rule.deviceAuthorization?.isEnabled = true
            rules(&rule)
        }
        try await addClient(DeviceServer.application)
        try await assign("Phone", noDevices: .bypass)
    }

    package func addClient(_ id: String) async throws {
        var settings = try await domain.directory.applications.application(id, in: realm.id)?.settings ?? ApplicationSettings()
        settings.redirectURIs = [Self.redirect]
        settings.scopes = ["openid"]
        settings.defaultScopes = ["openid"]
        let application = Application(id: id, realm: realm.id, settings: settings, secret: nil)
        if try await domain.directory.applications.application(id, in: realm.id) == nil {
            try await domain.directory.applications.create(application)
        } else {
            try await domain.directory.applications.update(application)
        }
    }

    /// Makes a sign-on policy with some actions and assigns it to an application.
    @discardableResult
    package func assign(
        _ name: String, to application: String = DeviceServer.application, priority: Int = 1,
        _ kinds: [SignOnAction.Kind] = [.login, .mfa], noDevices: SignOnAction.NoDevices = .block,
        adjust: (inout SignOnAction) -> Void = { _ in }
    ) async throws -> SignOnPolicy {
        var policy = try await domain.signIn.signOnPolicies.create(SignOnPolicy(id: UUID(), name: name), in: realm)
        for (index, kind) in kinds.enumerated() {
            var action = SignOnAction(id: UUID(), type: kind, priority: index + 1)
            if kind == .mfa { action.noDevices = noDevices }
            adjust(&action)
            _ = try await domain.signIn.signOnPolicies.add(action, to: policy.id, in: realm)
        }
        policy = try await domain.signIn.signOnPolicies.policy(policy.id, in: realm) ?? policy
        var assignment = SignOnAssignment(id: UUID(), policy: policy.id)
        assignment.priority = priority
        _ = try await domain.signIn.signOnAssignments.create(assignment, of: application, in: realm)
        return policy
    }

    /// Begins a sign-in as an app does: where the browser comes to rest.
    @discardableResult
    package func begin(
        _ browser: Browser, payload: String? = nil, _ way: Way = .query, _ family: Family = .plain,
        client: String = DeviceServer.application,
        more: [(String, String)] = []
    ) async throws -> ServerResponse {
        var form = FormBody(
            [
                ("client_id", client), ("response_type", "code"), ("redirect_uri", Self.redirect), ("scope", "openid"), ("state", "s"),
                ("code_challenge", OpenIDHarness.challenge), ("code_challenge_method", "S256"),
            ] + more)
        form.append("mobilePayload", payload)
        let path = family.path(of: realm)
        switch way {
        case .query: return try await browser.open("\(path)/authorize?\(form.encoded)")
        case .form: return try await browser.post("\(path)/authorize", Dictionary(form.parameters.map { ($0.name, $0.value) }) { $1 })
        case .pushed:
            let answer = try await server.send(.post, "\(path)/par", headers: OpenIDHarness.form, body: form.encoded)
            guard let uri = answer.json["request_uri"]?.string else { return answer }
            return try await browser.open("\(path)/authorize?\(FormBody([("client_id", client), ("request_uri", uri)]).encoded)")
        }
    }

    /// Answers the page that asks for the password.
    @discardableResult
    package func enterPassword(_ browser: Browser, user: String = "demo") async throws -> ServerResponse {
        try await browser.submit(["IDToken1": user, "IDToken2": TestDomain.password])
    }

    /// Looks again, as a page that waits does by itself.
    @discardableResult
    package func wait(_ browser: Browser) async throws -> ServerResponse {
        let html = browser.page?.text ?? ""
        guard let path = html.firstMatch(of: /(\/realms\/alpha\/login\/wait[^"]*)"/)?.1 else {
            throw DomainError(.invalid, "no page that waits")
        }
        return try await browser.open(String(path).replacing("&amp;", with: "&"))
    }

    /// The claims of the ID token that an answer's code is exchanged for; nil when the answer holds no code.
    package func claims(
        _ answer: ServerResponse, _ family: Family = .plain, client: String = DeviceServer.application
    ) async throws -> JSONObject? {
        guard answer.headers[.location]?.hasPrefix(Self.redirect) == true else { return nil }
        let code = OpenIDHarness.parameter("code", of: answer)
        guard !code.isEmpty else { return nil }
        let form = FormBody([
            ("grant_type", "authorization_code"), ("client_id", client), ("code", code), ("redirect_uri", Self.redirect),
            ("code_verifier", OpenIDHarness.verifier),
        ])
        let tokens = try await server.send(
            .post, family.path(of: realm) + family.token, headers: OpenIDHarness.form, body: form.encoded)
        guard let part = tokens.json["id_token"]?.string?.split(separator: ".").dropFirst().first, let bytes = Base64URL.decode(part) else {
            throw DomainError(.invalid, tokens.text)
        }
        return try JSONValue(parsing: bytes).object
    }

    /// A whole sign-in by password, with whatever device authorization the payload gives.
    package func signIn(
        payload: String? = nil, _ way: Way = .query, _ family: Family = .plain, user: String = "demo", more: [(String, String)] = []
    ) async throws -> JSONObject? {
        let browser = Browser(server)
        try await begin(browser, payload: payload, way, family, more: more)
        return try await claims(try await enterPassword(browser, user: user), family)
    }

    package func offer(_ claims: JSONObject?) -> DevicePairingClaim? {
        claims?[DevicePairingClaim.name].flatMap { try? DevicePairingClaim(json: $0) }
    }

    /// Another user with MFA and the same password.
    package func addUser(_ name: String) async throws -> User {
        let hash = try await domain.directory.hasher.hash(Secret(TestDomain.password))
        let user = try await domain.directory.users.create(name, in: realm.id, passwordHash: hash)
        try await domain.directory.users.setMFAEnabled(true, of: user.id, in: realm.id)
        return user
    }
}
