import Administration
import Directory
import Foundation
import Foundations
import HTTPTypes
import Primitives

extension AdminCaller {
    /// The name of a caller, by which a server finds them again without their access token.
    struct Name: Sendable {
        /// The account that calls.
        enum Account: Sendable {
            case user(UUID)
            case client(String)
        }

        /// The id of the account's realm.
        let realm: UUID
        let account: Account

        init(_ account: Account, of realm: UUID) {
            self.account = account
            self.realm = realm
        }

        init?(json: JSONValue) {
            guard let realm = json["realm"]?.string.flatMap({ UUID(text: $0) }) else { return nil }
            if let user = json["user"]?.string.flatMap({ UUID(text: $0) }) {
                self.init(.user(user), of: realm)
            } else if let client = json["client"]?.string {
                self.init(.client(client), of: realm)
            } else {
                return nil
            }
        }

        var json: JSONValue {
            switch account {
            case .user(let id): ["realm": .string(realm.text), "user": .string(id.text)]
            case .client(let id): ["realm": .string(realm.text), "client": .string(id)]
            }
        }
    }

    /// The caller of a name, with what they may do now.
    /// - Throws: a 403 for one who isn't there any more, or may do nothing.
    static func administrative(_ name: Name, _ services: AdministrationServices) async throws -> AdministrativeCaller {
        let gone = Problem(.forbidden, "the caller isn't there any more, or may do nothing")
        let realm: Realm
        do { realm = try await services.directory.realms.realm(id: name.realm) } catch let error as DomainError
            where error.code == .unknownRealm
        { throw gone }
        switch name.account {
        case .user(let id):
            guard let user = try await services.directory.users.user(id, in: realm.id), user.status == .active else { throw gone }
            return .user(user, of: realm).via("api")
        case .client(let id):
            guard let application = try await services.directory.applications.application(id, in: realm.id),
                application.settings.isEnabled
            else { throw gone }
            return .worker(application, of: realm).via("api")
        }
    }
}
