import BenchSupport
import CommandChannel
import DeviceFoundation
import Foundation
import Orchestration
import Primitives

/// Whole remote authentications: asked for by the customer's server, approved by a phone with the client as apps have it, and seen as approved.
struct Remote {
    let base: String
    let tenant: String
    let key: String
    let count: Int
    let seconds: Double

    /// Activates the phones, and measures them.
    func run() async throws {
        var phones: [Phone] = []
        let run = UInt32.random(in: 0...UInt32.max)
        for number in 0..<count {
            phones.append(try await Phone("sealed\(run)-\(number)", try Customer(base: base, tenant: tenant, key: key)))
        }
        try await measure(phones, seconds)
    }
}

/// A phone that is asked and approves, again and again, at a place of its own.
protocol Answering: Sendable {
    var place: PhonePlace { get }
    func approve() async throws
}

/// Says `ready`, and measures all phones at once each time that a line comes.
func measure(_ phones: [some Answering], _ seconds: Double) async throws {
    for phone in phones { try await phone.approve() }
    print("ready")
    fflush(nil)
    while readLine() != nil {
        let (begun, end) = (ContinuousClock.now, ContinuousClock.now + .seconds(seconds))
        let done = try await withThrowingTaskGroup(of: Int.self) { group in
            for phone in phones {
                group.addTask(executorPreference: phone.place) {
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

/// The customer's server for one phone, as lean as it can be, over a connection of its own: each caller waits on its own thread.
final class Customer: CommandRelay, @unchecked Sendable {  // used by one phone, which does one thing at a time
    private let connection: Connection
    private let root: String
    private let fields: String

    init(base: String, tenant: String, key: String) throws {
        guard let url = URL(string: base) else { throw Failure("no URL: \(base)") }
        connection = try Connection(url)
        root = "/orchestration/\(tenant)/v1/"
        fields = "Authorization: Bearer \(key)\r\nContent-Type: application/json\r\n"
    }

    func ask(_ method: String, _ path: String, _ body: JSONValue? = nil) throws -> JSONValue {
        try JSONValue(parsing: try connection.ask(method, root + path, fields, body?.encoded ?? []))
    }

    func send(_ command: String) async throws -> String {
        guard let text = try ask("POST", "orchestration-commands", ["command": .string(command)])["command"]?.string else {
            throw Failure("an answer without a command")
        }
        return text
    }
}

/// A phone's place to run: all that it does and waits for is there, so that a wait takes no other thread and wakes none.
final class PhonePlace: TaskExecutor {
    private let queue = DispatchQueue(label: "phone")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// A phone, and its user, who approves.
struct Phone: Answering, UserPrompts {
    let place = PhonePlace()
    private let name: String
    private let device: OrchestrationDevice
    private let customer: Customer

    init(_ name: String, _ customer: Customer) async throws {
        self.name = name
        self.customer = customer
        // The PIN's derivation is the phone's own time, and this machine's is the server's too.
        let configuration = OrchestrationConfiguration(tampering: nil, stretching: PINStretching(rounds: 2))
        device = OrchestrationDevice(configuration, store: InMemoryStore())
        guard let password = try customer.ask("POST", "users/register", ["userID": .string(name)])["activationPassword"]?.string
        else {
            throw Failure("no activation password")
        }
        try await device.activate(name, password: password, through: customer, prompts: self)
    }

    func approve() async throws {
        let asked = try customer.ask(
            "POST", "users/\(name)/login",
            ["orchestrationDelivery": ["requestMessage"], "loginMessage": ["title": ["text": "Sign in?"]]])
        guard let id = asked["requestID"]?.string, let command = asked["requestMessage"]?.string else { throw Failure("no request") }
        guard try await device.answer(command, through: customer, prompts: self) == .accepted else { throw Failure("not accepted") }
        guard try customer.ask("GET", "sessions/\(id)")["sessionStatus"] == "accepted" else { throw Failure("not seen") }
    }

    func pin(_ prompt: PINPrompt) async -> Secret? { Secret("193758") }
    func decision(on request: ShownRequest) async -> Decision? { .approve }
}
