import Administration
import Primitives

/// The facts about a new client that its application needs, and the lines that use them.
struct ClientIntroduction {
    private let id: String
    private let realm: AdministeredRealm
    private let issuer: String
    private let secret: String?
    private let isPublic: Bool
    private let scopes: String
    private let redirects: [String]
    private let signsUsersIn: Bool

    /// - Parameter client: the client as it was just made.
    init(_ client: Told, in realm: AdministeredRealm) {
        func texts(_ name: String) -> [String] { (client[name]?.array ?? []).compactMap(\.string) }
        id = client.text("id")
        self.realm = realm
        issuer = client.text("issuer")
        secret = client["secret"]?.string
        isPublic = client.text("type") == "public"
        scopes = texts("scopes").joined(separator: " ")
        redirects = texts("redirectURIs")
        signsUsersIn = texts("grantTypes").contains("authorization_code")
    }

    /// The lines for a terminal: the facts, and an example for the kind of client that it is.
    var lines: [String] {
        var facts = [("Issuer", issuer), ("Client ID", id)]
        if let secret { facts.append(("Secret", "\(secret) (shown only now)")) }
        if !scopes.isEmpty { facts.append(("Scopes", scopes)) }
        let (title, example) = example
        return facts.map { name, value in "  " + name + String(repeating: " ", count: 11 - name.count) + value } + hints
            + ["", "\(title):", ""] + example.map { "  " + $0 } + [""]
    }

    private var hints: [String] {
        guard signsUsersIn, redirects.isEmpty else { return [] }
        return ["", "No code is sent to it before it has an address: gatehouse client set \(id) redirectURIs=https://… --realm \(realm)"]
    }

    private var example: (title: String, lines: [String]) {
        let redirect = redirects.first ?? "https://app.example.com/callback"
        guard signsUsersIn else { return ("A token of its own, with curl", curl) }
        guard isPublic else { return ("In a web application, with Authlib for Python", authlib) }
        guard redirect.hasPrefix("http:") || redirect.hasPrefix("https:") else {
            return ("In an app, with the client SDK", swift(redirect: redirect))
        }
        return ("In a page, with oidc-client-ts", script(redirect: redirect))
    }

    private var shownSecret: String { secret ?? "…" }

    private var curl: [String] {
        let scope = scopes.isEmpty ? "" : " -d 'scope=\(scopes)'"
        return ["curl -u '\(id):\(shownSecret)' -d grant_type=client_credentials\(scope) \(issuer)/token"]
    }

    private var authlib: [String] {
        [
            "oauth.register(", "    name='gatehouse', client_id='\(id)', client_secret='\(shownSecret)',",
            "    server_metadata_url='\(issuer)/.well-known/openid-configuration',",
            "    client_kwargs={'scope': '\(scopes)', 'code_challenge_method': 'S256'})",
        ]
    }

    private func script(redirect: String) -> [String] {
        [
            "const users = new UserManager({", "  authority: '\(issuer)', client_id: '\(id)',",
            "  redirect_uri: '\(redirect)', scope: '\(scopes)' })",
        ]
    }

    /// The client SDK takes the server's address and the realm apart from each other.
    private func swift(redirect: String) -> [String] {
        let server = issuer.firstRange(of: "/realms/").map { String(issuer[..<$0.lowerBound]) } ?? issuer
        return [
            "let server = ServerAddress(\"\(server)/am\", realm: \"\("\(realm)".dropFirst())\")",
            "let oidc = OIDCClient(at: server, client: \"\(id)\", redirect: \"\(redirect)\", on: device)",
        ]
    }
}
