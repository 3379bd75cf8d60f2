import AsyncHTTPTransport
import CommandChannel
import DeviceFoundation
import Foundation
import Orchestration
import Primitives

/// Whole remote authentications: asked for by the customer's server, approved by a phone with the client as apps have it, and seen as approved.
struct Remote {
    private let customer: Customer
    private let count: Int
    private let seconds: Double

    init(base: String, tenant: String, key: String, phones: Int, seconds: Double) throws {
        customer = try Customer(base: base, tenant: tenant, key: key)
        (count, self.seconds) = (phones, seconds)
    }

    /// Activates the phones, says `ready`, and measures each time that a line comes.
    func run() async throws {
        var phones: [Phone] = []
        let run = UInt32.random(in: 0...UInt32.max)
        for number in 0..<count { phones.append(try await Phone("sealed\(run)-\(number)", customer)) }
        for phone in phones { try await phone.approve() }
        print("ready")
        fflush(nil)
        while readLine() != nil {
            let (begun, end) = (ContinuousClock.now, ContinuousClock.now + .seconds(seconds))
            let done = try await withThrowingTaskGroup(of: Int.self) { group in
                for phone in phones {
                    group.addTask {
                        var done = 0
                        while ContinuousClock.now < end {
                            try await phone.approve()
                            done += 1
                        }
                        return done
                    }
                }
                return try await group.reduce(0, +)
            }
            let taken = (ContinuousClock.now - begun) / .seconds(1)
            print("{\"count\": \(done), \"seconds\": \(taken)}")
            fflush(nil)
        }
    }
}

/// The customer's server, as lean as it can be.
struct Customer: CommandRelay {
    private let transport: AsyncHTTPTransport
    private let root: URL
    private let key: String

    init(base: String, tenant: String, key: String) throws {
        guard let url = URL(string: "\(base)/orchestration/\(tenant)/v1/") else { throw Failure("no URL: \(base)") }
        (root, self.key, transport) = (url, key, try AsyncHTTPTransport())
    }

    func ask(_ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        var request = HTTPRequest(method, root.appending(path: path), timeout: .seconds(20))
        request.headers["Authorization"] = "Bearer \(key)"
        if let body {
            request.body = body.encoded
            request.headers["Content-Type"] = "application/json"
        }
        let answer = try await transport.send(request)
        guard answer.status == 200 else { throw Failure("\(path): \(answer.status) \(String(decoding: answer.body, as: UTF8.self))") }
        return try answer.json()
    }

    func send(_ command: String) async throws -> String {
        guard let text = try await ask(.post, "orchestration-commands", ["command": .string(command)])["command"]?.string else {
            throw Failure("an answer without a command")
        }
        return text
    }
}

/// A phone, and its user, who approves.
struct Phone: UserPrompts {
    private let name: String
    private let device: OrchestrationDevice
    private let customer: Customer

    init(_ name: String, _ customer: Customer) async throws {
        (self.name, self.customer) = (name, customer)
        // The PIN's derivation is the phone's own time, and this machine's is the server's too.
        let configuration = OrchestrationConfiguration(tampering: nil, stretching: PINStretching(rounds: 2))
        device = OrchestrationDevice(configuration, store: InMemoryStore())
        guard let password = try await customer.ask(.post, "users/register", ["userID": .string(name)])["activationPassword"]?.string else {
            throw Failure("no activation password")
        }
        try await device.activate(name, password: password, through: customer, prompts: self)
    }

    func approve() async throws {
        let asked = try await customer.ask(
            .post, "users/\(name)/login",
            ["orchestrationDelivery": ["requestMessage"], "loginMessage": ["title": ["text": "Sign in?"]]])
        guard let id = asked["requestID"]?.string, let command = asked["requestMessage"]?.string else { throw Failure("no request") }
        guard try await device.answer(command, through: customer, prompts: self) == .accepted else { throw Failure("not accepted") }
        guard try await customer.ask(.get, "sessions/\(id)")["sessionStatus"] == "accepted" else { throw Failure("not seen") }
    }

    func pin(_ prompt: PINPrompt) async -> Secret? { Secret("193758") }
    func decision(on request: ShownRequest) async -> Decision? { .approve }
}
