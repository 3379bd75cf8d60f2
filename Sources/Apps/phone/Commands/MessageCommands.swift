import ArgumentParser
import DeviceFoundation
import DeviceMessages
import Foundation
import MFA
import Primitives

/// `phone subscribe`
struct SubscribeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subscribe", abstract: "Make an address to which others can send web push messages.",
        discussion: """
            What is printed with --json is what a browser's PushSubscription is: any web push library can send to it.

            Examples:
              phone subscribe --json
              phone subscribe --sender BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM
            """)

    @Option(help: ArgumentHelp("The only application server that may send: its public key in base64url.", valueName: "key"))
    var sender: String?
    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let key = try sender.map { text in
            guard let key = Base64URL.decode(text), key.count == 65 else {
                throw PhoneFailure("--sender is an uncompressed point of P-256 in base64url")
            }
            return key
        }
        let made = try await phone.open().subscribe(sender: key)
        output.say(
            "\(made.endpoint)\np256dh \(made.p256dh)\nauth   \(made.auth)",
            [
                "id": .string(made.id), "endpoint": .string(made.endpoint),
                "expirationTime": .integer(made.expires.millisecondsSince1970),
                "keys": ["p256dh": .string(made.p256dh), "auth": .string(made.auth)],
            ])
    }
}

/// `phone messages`
struct MessagesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "messages", abstract: "Print the messages that others send to the phone's subscriptions.",
        discussion: """
            Examples:
              phone messages
              phone messages --count 1 --seconds 30
            """)

    @Option(help: ArgumentHelp("End after so many.", valueName: "n")) var count: Int?
    @Option(help: ArgumentHelp("Give up after so many seconds.", valueName: "seconds")) var seconds: Int?
    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func run() async throws {
        let device = try await phone.open()
        guard try await device.isPaired else { throw PhoneFailure("the phone has no pairing") }
        let listening = Task { try await listen(to: device) }
        let alarm = seconds.map { seconds in
            Task {
                try await Task.sleep(for: .seconds(seconds))
                listening.cancel()
            }
        }
        let came = try await listening.value
        alarm?.cancel()
        guard let count, came < count else { return }
        throw PhoneFailure("\(came) of \(count) messages came within \(seconds ?? 0) seconds", exitCode: 2)
    }

    private func listen(to device: MFADevice) async throws -> Int {
        var came = 0
        for try await event in device.events {
            guard case .message(let subscription, let content) = event else { continue }
            let text = String(decoding: content, as: UTF8.self)
            output.say(text, ["subscription": .string(subscription), "content": .string(text)])
            came += 1
            if came == count { break }
        }
        return came
    }
}
