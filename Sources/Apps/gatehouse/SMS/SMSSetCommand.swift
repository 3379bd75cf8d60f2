import ArgumentParser
import Foundation
import Primitives
import ResourceMessages
import Services
import Directory
import Messaging

/// `gatehouse sms set`
struct SMSSetCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set a realm's SMS gateway from a file; a running server follows within a second.",
        discussion: """
            The file says, in JSON or YAML, what request sends a message: url, method (POST), headers, and a form or json as its body.
            In the texts of the body {{to}} stands for the number (+41791234567), {{digits}} for it without the plus sign, {{text}} for the
            message, {{from}} for the member from, {{secret}} for the secret; headers may have the last two. With username the secret is the
            password of HTTP's basic authentication. A status of 2xx means sent; accepted says what the answer must have besides.

              { "url": "https://sms.example.com/v1/messages", "headers": { "Authorization": "Bearer {{secret}}" },
                "json": { "recipients": ["{{to}}"], "body": "{{text}}", "sender": "{{from}}" }, "from": "Example" }

              { "url": "https://sms.example.com/send", "form": { "key": "{{secret}}", "to": "{{digits}}", "text": "{{text}}" },
                "accepted": { "/messages/0/status": "0" } }

            With --voice the request makes a call that speaks {{text}}; {{extension}} is what is dialled behind the number, {{locale}} the
            language and {{voice}} the voice that a notification template names, {{xml}} is the text as it stands in XML.

            The secret comes from standard input; without it the one that is stored stays. It is sealed in the database. Files for some
            providers are in docs/sms.md.

            Example:
              gatehouse sms set gateway.json --secret-stdin < gateway.secret
            """)

    @Argument(help: "The file; - for standard input.", completion: .file()) var file: String
    @Flag(help: "Read the secret from standard input.") var secretStdin = false
    @OptionGroup var channel: ChannelOption
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !secretStdin || file != "-" else { throw ValidationError("Standard input can't be both the file and the secret.") }
    }

    func run(in domain: Domain) async throws {
        let realm = try await realm.realm(in: domain)
        var gateway: SMSGateway
        do { gateway = try SMSGateway(json: try InputFile.object(file)) } catch let error as MessageError {
            throw CommandFailure("\(file): \(error)")
        }
        gateway.secret = secretStdin ? try Self.secret() : try await kept(gateway, in: realm, domain)
        try await channel.gateways(in: domain).set(gateway, of: realm)
        output.report("set the \(channel.noun) of realm \(realm.path) to \(gateway.host)", gateway.json)
    }

    /// The stored secret, unless the file is for another host: one provider's secret is never shown to another.
    private func kept(_ gateway: SMSGateway, in realm: Realm, _ domain: Domain) async throws -> Secret? {
        guard let old = try await channel.gateways(in: domain).own(of: realm), old.host == gateway.host else { return nil }
        return old.secret
    }

    private static func secret() throws -> Secret {
        let text = try InputFile.text("-").trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw CommandFailure("--secret-stdin: standard input is empty") }
        return Secret(text)
    }
}
