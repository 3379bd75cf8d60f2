import Administration
import ArgumentParser
import Foundation
import Primitives

/// `gatehouse sms set`
struct SMSSetCommand: ChangingCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: SetGateway.declaration.purpose,
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
    @OptionGroup var change: ChangeOptions
    @OptionGroup var realm: RealmOption
    @OptionGroup var data: DataFlags
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !secretStdin || file != "-" else { throw ValidationError("Standard input can't be both the file and the secret.") }
    }

    func run(_ server: Operator) async throws {
        let (realm, channel) = (try realm.path, channel.channel)
        let object = try InputFile.object(file)
        let secret = secretStdin ? try InputFile.secret() : nil
        let gateway = try await InputFile.naming(file) {
            try await server(SetGateway(realm: realm, channel: channel, object: object, secret: secret))
        }
        let url = gateway.text("url")
        let host = URLComponents(string: url)?.host ?? url
        output.report("set the \(channel.noun) of realm \(realm) to \(host)", gateway.object, change)
    }
}
