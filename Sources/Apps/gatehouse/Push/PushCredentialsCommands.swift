import ArgumentParser
import Foundation
import Primitives
import Services
import Directory
import Messaging

/// `gatehouse push credentials list`
struct PushCredentialsListCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List an application's push credentials; their secrets are never shown.",
        discussion: "Example:\n  gatehouse push credentials list --client my-app")

    @OptionGroup var client: PushClientOption
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let application = try await domain.existingClient(client.client, in: realm)
        let all = try await domain.pushCredentials.all(of: application.id, in: realm.id)
        output.show(all.map(\.summary), columns: ["id", "type", "for", "createdAt", "updatedAt"])
    }
}

/// `gatehouse push credentials delete`
struct PushCredentialsDeleteCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Take push credentials away from an application.",
        discussion: "Example:\n  gatehouse push credentials delete 6f1ab4cb-0c9c-4ed7-9b9e-9a2c5cf1b0a1 --client my-app --yes")

    @Argument(help: "The id, as list shows it.") var id: String
    @OptionGroup var client: PushClientOption
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        guard let id = UUID(uuidString: id), let found = try await domain.pushCredentials.credential(id, of: client.client, in: realm.id)
        else { throw CommandFailure("\(client.client) has no push credentials \(id); see gatehouse push credentials list") }
        try confirmation.confirm("Take the push credentials of the type \(found.kind.rawValue) away from \(client.client)?")
        try await domain.pushCredentials.delete(id, of: client.client, in: realm.id)
        output.report(
            "\(client.client) has the push credentials \(found.name) no more", ["id": .string(found.name), "deleted": true])
    }
}

extension PushCredential {
    var name: String { id.uuidString.lowercased() }

    /// A row of the list.
    var summary: JSONObject {
        [
            "id": .string(name), "type": .string(kind.rawValue), "for": .string(owner), "createdAt": .string(created.formatted(.iso8601)),
            "updatedAt": .string(updated.formatted(.iso8601)),
        ]
    }

    /// The owner of the credentials at the provider.
    private var owner: String {
        switch content {
        case .apns(let key): "team \(key.teamID), key \(key.keyID)"
        case .legacyFCM: "not used: Google has switched that API off"
        case .fcm(let account): "project \(account.project)"
        case .hms(let clientID, _): "client \(clientID); not used: there is no carrier"
        }
    }
}
