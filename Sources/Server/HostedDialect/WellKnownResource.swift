import HTTPBase
import HTTPTypes
import Hummingbird
import Primitives
import DeviceRegistry
import Directory

/// `/.well-known/apple-app-site-association` and `/.well-known/assetlinks.json`: the apps that may use passkeys of this domain, and those
/// that its addresses open. A domain has one of each, so the apps of all realms are in it.
struct WellKnownResource: Sendable {
    private let realms: Realms

    init(realms: Realms) { self.realms = realms }

    /// Apple: *Supporting associated domains*.
    func apple(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let apps = try await apps()
        var json: JSONObject = ["webcredentials": ["apps": .array(Set(apps.flatMap(\.apple)).sorted().map(JSONValue.string))]]
        var links: [String: Set<String>] = [:]
        for (app, paths) in apps.flatMap(\.appleLinks) where !paths.isEmpty { links[app, default: []].formUnion(paths) }
        let details = links.sorted { $0.key < $1.key }.map { app, paths -> JSONValue in
            ["appIDs": [.string(app)], "components": .array(paths.sorted().map { ["/": .string($0)] })]
        }
        if !details.isEmpty { json["applinks"] = ["details": .array(details)] }
        return answer(.object(json))
    }

    /// Google: Digital Asset Links.
    func android(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        var fingerprints: [String: Set<String>] = [:]
        for app in try await apps().flatMap(\.android) { fingerprints[app.package, default: []].insert(app.fingerprint) }
        return answer(
            .array(
                fingerprints.sorted { $0.key < $1.key }.map { name, prints in
                    [
                        "relation": [
                            "delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds",
                        ],
                        "target": [
                            "namespace": "android_app", "package_name": .string(name),
                            "sha256_cert_fingerprints": .array(prints.sorted().map(JSONValue.string)),
                        ],
                    ]
                }))
    }

    private func apps() async throws -> [NativeApps] { try await realms.all().map { NativeApps($0.settings) } }

    private func answer(_ json: JSONValue) -> Response { .json(json, headers: [.cacheControl: "public, max-age=3600"]) }
}
