import DeviceFoundation
import DeviceMessages
import DeviceRegistry
import Directory
import Foundation
import HTTPTypes
import JOSE
import PingIDMessages
import PingIDService
import Primitives
import Services
import Synchronization
import Testing

@testable import PingIDClient

/// A phone with the real client, whose requests go to the server's routes.
struct Phone: Sendable {
    let server: PingIDServer
    let customer: Customer
    let device: PingIDDevice
    let events: Events
    let pauses: Pauses
    let store: InMemoryStore
    let name: String

    init(
        _ server: PingIDServer, seed: UInt64, application: String = PingIDServer.application, push: PushAddress? = .builtIn,
        configure: (inout PingIDConfiguration) -> Void = { _ in }, network: (RouteTransport) -> any HTTPTransport = { $0 }
    ) async throws {
        var configuration = PingIDConfiguration(
            application: application, issuers: [server.issuer], app: AppDescription(id: "com.example.bank", version: "1.0"),
            device: DeviceDescription(platform: "iOS", model: "iPhone14,2", name: "Phone \(seed)"))
        configuration.tampering = nil
        configure(&configuration)
        let (events, pauses) = (Events(), Pauses())
        let store = InMemoryStore()
        self.server = server
        customer = Customer(server)
        self.events = events
        self.pauses = pauses
        self.store = store
        name = configuration.device.name
        device = try await PingIDDevice.open(
            configuration,
            on: Device(
                transport: network(RouteTransport(server: server)), store: store, keepsCookies: false, time: server.time,
                random: SeededRandom(seed: seed)),
            observer: { events.take($0) }
        ) { [time = server.time] in
            time.advance(by: Double($0.components.seconds))
            try await pauses.pass()
        }
        if let push { try await device.setPushAddress(push) }
    }

    /// Signs a user on through the customer's server, and hands the app what it answers.
    func signOn(_ username: String = "tom") async throws -> (answer: PingIDServer.ServerResponse, outcome: PayloadOutcome) {
        let answer = try await customer.signOn(username, payload: try await device.payload())
        return (answer, try await device.accept(serverPayload: try #require(answer["payload"], "\(answer.json)")))
    }

    /// A payload of the phone's keys that says what a test wants it to.
    func payload(_ change: (inout DevicePayload) -> Void) async throws -> String {
        let state = try #require(try await device.book.state())
        let keys = try await server.domain.directory.keys.keys(of: server.realm.id).deviceDocument(at: server.time.now)
        var payload = DevicePayload(
            installation: state.id, key: try await device.keys.publicKey(InstallationKeys.signing),
            agreement: try await device.keys.publicKey(InstallationKeys.agreement), audience: server.issuer.description,
            application: PingIDServer.application, issuedAt: server.time.now, id: server.random.token(16),
            app: AppDescription(id: "com.example.bank"), device: DeviceDescription(platform: "iOS", name: name), push: .builtIn)
        change(&payload)
        return try payload.sealed(
            signature: try await device.keys.sign(payload.signingInput), for: try RealmPayloadKeys(json: keys).sealing,
            random: server.random)
    }

    /// Pairs the phone as a user's first.
    @discardableResult
    func pair(_ username: String = "tom") async throws -> Phone {
        let (_, outcome) = try await signOn(username)
        #expect(outcome.state == .trustLevels && outcome.trustLevels == [.primary, .ignored])
        try await device.select(UserSelection(trust: .primary))
        return self
    }

    /// The installation's id, which the server has of it.
    func id(_ username: String = "tom") async throws -> String {
        let seen = try await server.pingID.seenDevices(of: UserReference(username), application: PingIDServer.application, in: server.realm)
        return try #require(seen.first { $0.installation?.device.name == name }?.record.installation)
    }

    /// Takes the latest push.
    func takePush() async throws -> PingIDNotification {
        let push = try #require(try await server.pushes(to: try await id()).last, "no push came")
        return try await device.process(push)
    }

    /// Asks as `GET /push` does: by a proof that names the key.
    /// - Throws: the server's refusal.
    func mayListen() async throws {
        let state = try #require(try await device.book.state())
        let key = try await device.keys.publicKey(InstallationKeys.signing)
        let url = state.issuer.url("/push")
        let proof = DeviceProof(
            installation: state.id, key: .current(thumbprint: key.thumbprintText), method: "GET", url: url, issuedAt: server.time.now,
            id: server.random.token(16))
        let request = DeviceRequest(
            method: "GET", url: url, body: [], proof: proof.text(signature: try await device.keys.sign(proof.signingInput)))
        let installations = server.domain.deviceRegistry.installations
        let proved = try await installations.prove(request, in: server.realm)
        try await installations.requirePaired(proved.sender, in: server.realm)
    }

    /// The error of a call.
    func error(_ body: () async throws -> Void) async -> PingIDError.Code? {
        do {
            try await body()
            return nil
        } catch { return (error as? PingIDError)?.code }
    }
}

/// Carries a phone's requests to the server's routes.
struct RouteTransport: HTTPTransport {
    let server: PingIDServer

    func send(_ request: DeviceFoundation.HTTPRequest) async throws(TransportError) -> DeviceFoundation.HTTPResponse {
        var headers = HTTPFields()
        for field in request.headers.fields {
            if let name = HTTPField.Name(field.name) { headers.append(HTTPField(name: name, value: field.value)) }
        }
        do {
            let answer = try await server.send(
                request.method == .get ? .get : .post, request.url.path(), headers: headers, body: request.body)
            return DeviceFoundation.HTTPResponse(status: answer.status, body: answer.body)
        } catch { throw TransportError(.cannotConnect, "\(error)") }
    }

    func stream(_ request: DeviceFoundation.HTTPRequest) async throws(TransportError) -> HTTPStream {
        throw TransportError(.cannotConnect, "there are no streams here")
    }
}

/// Keeps what a device tells.
final class Events: Sendable {
    private let told = Mutex<[PingIDEvent]>([])

    func take(_ event: PingIDEvent) { told.withLock { $0.append(event) } }
    var all: [PingIDEvent] { told.withLock { $0 } }
    func clear() { told.withLock { $0 = [] } }

    var passcode: String? { all.compactMap { if case .passcode(let code) = $0 { code } else { nil } }.last }
    var tokens: [TokenStatus] { all.compactMap { if case .token(let report) = $0 { report.status } else { nil } } }
}

/// What happens elsewhere while a device waits: one thing in each pause.
final class Pauses: Sendable {
    private let steps = Mutex<[@Sendable () async throws -> Void]>([])

    func add(_ step: @escaping @Sendable () async throws -> Void) { steps.withLock { $0.append(step) } }

    func pass() async throws {
        let next = steps.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        try await next?()
    }
}
