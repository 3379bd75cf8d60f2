import Crypto
package import Directory
import Foundation
import HTTPBase
package import Pages
import Primitives

extension PageBrand {
    /// The look of a realm's pages, on the way to an application: its own for what it says, else the realm's, else the program's.
    package init(of realm: Realm, for application: Directory.Application? = nil) {
        guard let look = Self.look(of: realm, for: application) else {
            self.init()
            return
        }
        let query = [("v", Self.version(of: look))] + (application.map { [("client_id", $0.id)] } ?? [])
        func path(_ name: String) -> String { HostedPath.look(of: realm.path, name) + HostedPath.query(query) }
        self.init(
            name: look.name ?? PageBrand.standardName, stylesheet: path("style.css"), logo: look.logo.map { _ in path("logo") },
            icon: LookImage(stored: look.icon).map { Icon(path: path("icon"), type: $0.type) } ?? PageBrand.standardIcon,
            links: (look.links ?? []).map { Link(label: $0.text, address: $0.url) })
    }

    /// The look; nil where neither the realm nor the application has one.
    package static func look(of realm: Realm, for application: Directory.Application?) -> PageLook? {
        let (own, shared) = (application?.settings.look, realm.settings[LookSettings.self].look)
        return own == nil && shared == nil ? nil : (shared ?? PageLook()).with(own)
    }

    /// The first 96 bits of a look's SHA-256 as base64url, for the addresses of what belongs to it.
    package static func version(of look: PageLook) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Base64URL.encode(SHA256.hash(data: (try? encoder.encode(look)) ?? Data()).prefix(12))
    }
}

extension Pages {
    /// The pages of a realm, on the way to an application.
    package func of(_ realm: Realm, for application: Directory.Application? = nil) -> Pages {
        wearing(PageBrand(of: realm, for: application))
    }
}
