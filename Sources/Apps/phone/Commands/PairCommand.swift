import ArgumentParser
import DeviceFoundation
import DeviceMessages
import Foundation
import MFA
import Primitives
import QRScanning

/// `phone pair`
struct PairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair", abstract: "Pair the phone with a user, by a pairing key or its QR code.",
        discussion: """
            A phone talks only to servers that it trusts: --trust trusts the one that the address names, from then on.

            Examples:
              phone pair 'http://localhost:8080/pair?realm=…&key=…' --trust
              phone pair 0188-2778-8072-15
              phone pair --image qr.png
            """)

    @Argument(help: "The pairing key, or the address in its QR code.") var key: String?
    @Option(help: ArgumentHelp("Read the key from the QR code in a PNG or JPEG file.", valueName: "file")) var image: String?
    @Flag(help: "Trust the server that the address names.") var trust = false
    @OptionGroup var phone: PhoneOptions
    @OptionGroup var output: PhoneOutput

    func validate() throws {
        guard (key == nil) != (image == nil) else { throw ValidationError("give either a pairing key or --image") }
    }

    func run() async throws {
        let text = try key ?? ImageFile.text(in: image ?? "")
        let home = phone.home
        let lock = try home.lock()
        defer { withExtendedLifetime(lock) {} }
        if trust { try Self.trust(text, home) }
        let outcome = try await phone.open().pair(with: text)
        output.say(Self.sentence(outcome), outcome.json)
    }

    private static func trust(_ text: String, _ home: PhoneHome) throws {
        guard let parsed = try? PairingKeyText(text), let base = parsed.base, let realm = parsed.realm else {
            throw PhoneFailure("--trust needs the address of the QR code, which names the server and its realm; a bare key doesn't")
        }
        let issuer = DeviceIssuer(base: base, realm: realm)
        if try !home.issuers().contains(issuer) { try home.trust(issuer) }
    }

    static func sentence(_ outcome: PairingOutcome) -> String {
        let failures = outcome.failures.compactMap { method, failure in failure.map { "\(method.rawValue): \($0)" } }.sorted()
        return "paired with \(outcome.pairing.user.username)" + (failures.isEmpty ? "" : " (\(failures.joined(separator: ", ")))")
    }
}

/// Images on the disk.
enum ImageFile {
    static func text(in path: String) throws -> String {
        // An image: no byte order mark.
        guard let data = FileManager.default.contents(atPath: path) else { throw PhoneFailure("\(path) can't be read") }
        return try QRScanner.text(in: [UInt8](data))
    }
}

extension PairingOutcome {
    var json: JSONObject {
        var object = pairing.object
        let methods = PairingResult.Method.allCases.compactMap { method -> JSONValue? in
            guard let failure = failures[method] else { return nil }
            var entry: JSONObject = ["type": .string(method.rawValue), "status": failure == nil ? "COMPLETED" : "FAILED"]
            entry["error"] = failure.map { .string($0.rawValue) }
            return .object(entry)
        }
        object["methods"] = .array(methods)
        return object
    }
}

extension MFAPairing {
    var object: JSONObject {
        ["pairing": .string(id), "device": .string(deviceID), "user": user.json, "issuer": .string(issuer.description)]
    }
}
