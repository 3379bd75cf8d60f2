import Foundation
import HTTPBase
import OAuthMessages
import Primitives
import Foundations

/// Decides where a sign-on may lead to: back to an authorization endpoint or the account page of the same realm on this server, nowhere
/// else.
struct ReturnPath: Sendable, Equatable {
    /// The path with its query, as it was given.
    let text: String
    /// The authorization request in it; empty for the account page.
    let request: FormBody

    private static let longest = 32_768

    /// nil when it may not be gone to.
    ///
    /// - Parameter environment: the realm's id, by which the platform's paths name it; nil where none of these is gone to.
    init?(_ text: String, in realm: RealmPath, environment: UUID? = nil) {
        guard text != HostedPath.account(of: realm) else {
            self.text = text
            request = FormBody()
            return
        }
        // Visible ASCII but no backslash, which browsers take for a slash, and no fragment: what is checked is what is followed.
        guard text.utf8.count <= Self.longest, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !text.contains("\\"), !text.contains("#")
        else { return nil }
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = String(parts[0])
        guard let request = try? FormBody(parsing: parts.count == 2 ? String(parts[1]) : ""),
            path == environment.map(Self.platformPath) || Self.isInFamily(path, request, realm)
        else { return nil }
        self.text = text
        self.request = request
    }

    private static func platformPath(_ environment: UUID) -> String { "/\(environment.text)/as/authorize" }

    private static func isInFamily(_ path: String, _ request: FormBody, _ realm: RealmPath) -> Bool {
        guard isFamily(path), let target = RealmTarget(path: path) else { return false }
        guard target.resource == ["authorize"] else { return isBare(path, target, realm) }
        return (try? Self.realm(target, request)) == realm
    }

    /// `/am/oauth2/alpha/authorize`: the short form of a realm below the root.
    private static func isBare(_ path: String, _ target: RealmTarget, _ realm: RealmPath) -> Bool {
        guard !path.hasPrefix("/realms/"), !target.isExplicit, target.resource.count == 2, target.resource[1] == "authorize" else {
            return false
        }
        return target.resource[0] == "root" ? realm == .root : RealmPath(components: [target.resource[0]]) == realm
    }

    /// Whether a path is of one of the families that authorization endpoints are in. An empty segment would begin an authority.
    private static func isFamily(_ path: String) -> Bool {
        guard !path.contains("//") else { return false }
        return path.hasPrefix("/realms/") || ContextPath.names.contains { path.hasPrefix("/\($0)/oauth2/") }
    }

    private static func realm(_ target: RealmTarget, _ request: FormBody) throws(OAuthError) -> RealmPath? {
        guard let parameter = try request.value("realm") else { return target.realm }
        return target.realm == .root ? RealmPath(parameter) : target.realm
    }
}
