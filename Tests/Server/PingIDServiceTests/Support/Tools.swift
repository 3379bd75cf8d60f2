import Crypto
import DeviceFoundation
import DeviceMessages
import Directory
import Foundation
import Foundations
import JOSE
import Messaging
import PingIDMessages
import Primitives
import Services
import Store
import Synchronization

@testable import PingIDService

/// Root detection that finds what a test says.
final class Findings: TamperDetector {
    private let found = Mutex(0.0)

    let name = "test"
    func score(on system: any TamperedSystem) -> Double { found.withLock { $0 } }
    func set(_ score: Double) { found.withLock { $0 = score } }
}

/// Signs bytes with a P-256 key, r and s in 32 bytes each.
struct RawSigner {
    private let key: P256.Signing.PrivateKey

    init(_ key: JWK) throws {
        guard case .ec(let material) = key.material, let secret = material.d else { throw DomainError(.invalid, "no private P-256 key") }
        self.key = try secret.withBytes { try P256.Signing.PrivateKey(rawRepresentation: $0) }
    }

    func sign(_ bytes: [UInt8]) throws -> [UInt8] { Array(try key.signature(for: bytes).rawRepresentation) }
}

/// Calls the service without a client, as a device might that says anything.
struct Direct {
    let server: PingIDServer

    init(_ server: PingIDServer) { self.server = server }

    /// The refusal of a choice; nil when it was taken.
    func choose(_ session: String, nonce: String?, by installation: String) async throws -> DeviceError? {
        let message = SessionSelection(session: session, nonce: nonce, selection: try UserSelection(action: .approve))
        let (pingID, realm, now) = (server.pingID, server.realm.id, server.time.now)
        do {
            try await server.domain.platform.database.write {
                try pingID.choose(message, by: installation, PingIDServer.application, PingIDRules(), realm, at: now, in: $0)
            }
            return nil
        } catch let error as DeviceError { return error }
    }
}

/// A user who administers the realm.
struct NewUser {
    let name: String

    init(_ name: String) { self.name = name }

    func make(in server: PingIDServer) async throws {
        var account = NewAccount(name)
        (account.mayBeIncomplete, account.isAdministrator) = (true, true)
        _ = try await server.domain.directory.accounts.create(account, in: server.realm)
    }
}

extension Collection where Element: Sendable {
    /// Does something with all elements at once, and gives the results in their order.
    func concurrently<Result: Sendable>(_ body: @escaping @Sendable (Element) async -> Result) async -> [Result] {
        await withTaskGroup(of: (Int, Result).self) { group in
            for (index, element) in enumerated() { group.addTask { (index, await body(element)) } }
            var results: [(Int, Result)] = []
            for await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}

/// Logs as the service keeps them.
enum GzipBytes {
    static func of(_ content: [UInt8]) -> [UInt8] { GzipMember(content).bytes }
}

/// A gateway for text messages and calls that keeps what it is given.
final class RecordingTexts: SMSSender {
    private let sent = Mutex<[SMSMessage]>([])
    private let isDown = Mutex(false)

    func send(_ message: SMSMessage, by gateway: SMSGateway?) async throws(MessageError) {
        guard isDown.withLock({ !$0 }) else { throw MessageError(.notConfigured, "there is no gateway") }
        sent.withLock { $0.append(message) }
    }

    func check(_ gateway: SMSGateway?, of channel: PhoneChannel, for details: SMSMessage.Details) throws(MessageError) {
        guard isDown.withLock({ !$0 }) else { throw MessageError(.notConfigured, "there is no gateway") }
    }

    var all: [SMSMessage] { sent.withLock { $0 } }
    /// The code of the last message; a call speaks it digit by digit.
    var code: String? {
        let numbers = all.last?.text.split { !$0.isNumber }.map(String.init) ?? []
        let spoken = numbers.filter { $0.count == 1 }.joined()
        return numbers.first { $0.count == 6 } ?? (spoken.count >= 6 ? String(spoken.prefix(6)) : nil)
    }
    /// Takes the gateway away.
    func breakDown() { isDown.withLock { $0 = true } }
}

/// A network whose answers a test may change.
final class Weather: HTTPTransport {
    typealias Change = @Sendable (HTTPRequest, HTTPResponse) throws(TransportError) -> HTTPResponse

    private let inner: any HTTPTransport
    private let change = Mutex<Change?>(nil)

    init(_ inner: any HTTPTransport) { self.inner = inner }

    func set(_ body: Change?) { change.withLock { $0 = body } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let answer = try await inner.send(request)
        guard let change = change.withLock({ $0 }) else { return answer }
        return try change(request, answer)
    }
}
