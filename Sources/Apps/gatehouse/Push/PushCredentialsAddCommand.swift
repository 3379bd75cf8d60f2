import Administration
import ArgumentParser
import Foundation
import Primitives

/// `gatehouse push credentials add`
struct PushCredentialsAddCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: AddPushCredentials.declaration.purpose,
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
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func run(_ server: Operator) async throws {
        let (realm, object) = (try realm.path, try object())
        let made = try await InputFile.naming(file) {
            try await server(AddPushCredentials(realm: realm, client: client.client, object: object))
        }
        output.report("\(client.client) has push credentials \(made.text("id")) of the type \(made.text("type"))", made.object, change)
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
