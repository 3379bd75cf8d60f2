import ArgumentParser
import CommandChannel
import DeviceFoundation
import DeviceMessages
import Foundation
import Orchestration
import Primitives
import TerminalJourneys

/// The options that say which app it is, and whose.
struct OrchestrationOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The address of the customer's server, once.", valueName: "url")) var customer: String?
    @Option(help: ArgumentHelp("The domain of the customer's users, once.", valueName: "domain")) var domain: String?
    @OptionGroup var phone: PhoneOptions

    /// Works with the phone's app and the way to the customer's server, while no other command does.
    func whileLocked<Value>(_ body: (OrchestrationDevice, CustomerRelay) async throws -> Value) async throws -> Value {
        let lock = try phone.home.lock()
        defer { withExtendedLifetime(lock) {} }
        let (device, relay) = try open()
        return try await body(device, relay)
    }

    /// The phone with the customer's app, switched on, and its way to the customer's server.
    func open() throws -> (device: OrchestrationDevice, relay: CustomerRelay) {
        let facts = try OrchestrationFacts(at: phone.home).updated(customer: customer, domain: domain, at: phone.home)
        let sensor = phone.sensor == "fpt" ? phone.verification : nil
        let camera = phone.sensor == "face" ? phone.verification : nil
        let configuration = OrchestrationConfiguration(
            defaultDomain: facts.domain ?? "", device: phone.description.json.object ?? [:], biometrics: sensor, face: camera,
            tampering: TamperDetection([OrchestrationTampering(likely: phone.tampering)]),
            warning: { Terminal.complain("warning: \($0)") })
        let relay = CustomerRelay(address: facts.customer, transport: try phone.network())
        return (OrchestrationDevice(configuration, store: try phone.home.store()), relay)
    }
}

/// The facts that a phone's folder remembers of the customer's app.
struct OrchestrationFacts {
    private(set) var customer: String?
    private(set) var domain: String?

    private static func file(_ home: PhoneHome) -> String { home.directory + "/orchestration" }

    init(at home: PhoneHome) throws {
        // The phone's own file: no byte order mark.
        guard let data = FileManager.default.contents(atPath: Self.file(home)) else { return }
        guard let json = try? JSONValue(parsing: [UInt8](data)) else { throw PhoneFailure("\(Self.file(home)) can't be read") }
        customer = json["customer"]?.string
        domain = json["domain"]?.string
    }

    /// The same with the newly given values, which are remembered.
    func updated(customer: String?, domain: String?, at home: PhoneHome) throws -> OrchestrationFacts {
        var facts = self
        (facts.customer, facts.domain) = (customer ?? self.customer, domain ?? self.domain)
        guard facts.customer != self.customer || facts.domain != self.domain else { return self }
        var json = JSONObject()
        json["customer"] = facts.customer.map(JSONValue.string)
        json["domain"] = facts.domain.map(JSONValue.string)
        try home.makeDirectory()
        try JSONValue.object(json).text.write(toFile: Self.file(home), atomically: true, encoding: .utf8)
        return facts
    }
}

/// The way to the server through the customer's: `POST /commands` (`examples/orchestration-customer.py`).
struct CustomerRelay: CommandRelay {
    /// nil before it was named.
    let address: String?
    let transport: any HTTPTransport

    func send(_ command: String) async throws -> String {
        guard let address, let url = URL(string: address), url.host() != nil else {
            throw PhoneFailure("the customer's server isn't known yet; name it once with --customer http://…")
        }
        var request = HTTPRequest(.post, url.appending(path: "commands"), timeout: .seconds(15))
        request.setJSON(["command": .string(command)])
        let json = (try? await transport.send(request).json()) ?? .null
        // A refusal brings a command, too.
        guard let answer = json["command"]?.string else {
            throw PhoneFailure("the customer's server refused: \((json["message"]?.string ?? "no answer").prefix(200))")
        }
        return answer
    }
}

/// Tampering that is found as likely as the phone's user says.
private struct OrchestrationTampering: TamperDetector {
    let likely: Double

    let name = "simulated"
    func score(on system: any TamperedSystem) -> Double { likely }
}

extension OrchestrationError {
    /// The server's refusal, after a sentence.
    var told: String { refusal.map { "; the server says: \($0.message) (\($0.code))" } ?? "" }
}
