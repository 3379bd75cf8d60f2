import ArgumentParser
import Foundation
import Primitives
import Services
import Directory
import Messaging

/// `gatehouse push credentials add`
struct PushCredentialsAddCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Give an application push credentials, from the file that its provider hands out.",
        discussion: """
            Apple's is AuthKey_….p8; it needs the team's id beside it, and the key's id if the file has another name. Google's is a service
            account with its key, in JSON. A file may also hold the object that the platform's API takes, with its type. What is in it is sealed
            in the database.

            Examples:
              gatehouse push credentials add AuthKey_ABC123DEFG.p8 --team-id DEF123GHIJ --client my-app
              gatehouse push credentials add service-account.json --client my-app
              gatehouse push credentials add - --client my-app < credentials.json
            """)

    @Argument(help: "The file; - for standard input.", completion: .file()) var file: String
    @Option(help: "Apple's id of the key; from the file's name unless given.") var keyId: String?
    @Option(help: "Apple's id of the team.") var teamId: String?
    @OptionGroup var client: PushClientOption
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        let application = try await domain.existingClient(client.client, in: realm)
        let content: PushCredential.Content
        do { content = try PushCredential.Content(json: try object()) } catch let error as PushCredentialError {
            throw CommandFailure("\(file): \(error)")
        }
        let made = try await domain.pushCredentials.create(content, of: application.id, in: realm.id)
        output.report("\(application.id) has push credentials \(made.name) of the type \(made.kind.rawValue)", made.summary)
    }

    /// The object that the platform's API takes.
    private func object() throws -> JSONObject {
        let text = try InputFile.text(file)
        guard !text.contains("-----BEGIN") || text.drop(while: \.isWhitespace).first == "{" else {
            guard let teamId else { throw CommandFailure("\(file) is a key of Apple's; give --team-id beside it") }
            guard let keyId = keyId ?? Self.keyID(file) else { throw CommandFailure("give Apple's id of the key with --key-id") }
            return ["type": "APNS", "key": .string(keyId), "teamId": .string(teamId), "token": .string(text)]
        }
        guard let object = (try? JSONValue(parsing: text))?.object else { throw CommandFailure("\(file) holds no key, and no JSON object") }
        guard object["type"] == "service_account" else { return object }
        return ["type": "FCM_HTTP_V1", "googleServiceAccountCredentials": .string(text)]
    }

    /// `ABC123DEFG` of `AuthKey_ABC123DEFG.p8`.
    private static func keyID(_ file: String) -> String? {
        let name = URL(fileURLWithPath: file).lastPathComponent
        guard name.hasPrefix("AuthKey_"), name.hasSuffix(".p8") else { return nil }
        return String(name.dropFirst("AuthKey_".count).dropLast(".p8".count))
    }
}
