import DeviceMessages
import Foundation
import HTTPTypes
import JOSE
import Primitives
import Store
import Testing
import VerifiableClaims
import WalletMessages

/// What changes something here, in every condition: what isn't normal is refused, and what is said more than once takes effect once.
@Suite("Registering, routing, issuing and expiring, in each condition", .timeLimit(.minutes(5)))
struct PolicyMatrixTests {
    enum Action: String, CaseIterable { case register, route, issue, expire }
    enum Condition: String, CaseIterable { case normal, empty, duplicated, concurrent, expired, malformed }

    /// The code of the refusal; nil where it is accepted.
    private static func code(_ action: Action, _ condition: Condition) -> String? {
        switch (action, condition) {
        case (_, .normal), (_, .duplicated), (_, .concurrent): nil
        case (.register, .expired): "clock_skew"
        case (.issue, .expired), (.expire, .expired): "policy"
        case (.route, .expired), (.route, .malformed): "stamps"
        case (_, .empty), (_, .malformed): "malformed"
        }
    }

    @Test("each refusal has its code, and one effect at the most", arguments: Action.allCases, Condition.allCases)
    func matrix(action: Action, condition: Condition) async throws {
        let server = try await WalletServer()
        let (caller, holder) = (try TestWallet(server, seed: 1), try await TestWallet.registered(server, seed: 2))
        if action != .register { #expect(try await caller.register().status == 201) }
        let request = try await prepared(action, condition, caller, holder)
        let before = try await effects(of: action, server)
        let answers = try await withThrowingTaskGroup(of: WalletServer.WalletAnswer.self) { group in
            for _ in 0..<(condition == .concurrent ? 8 : 1) { group.addTask { try await server.send(request) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let again = condition == .duplicated ? [try await server.send(request)] : []
        let expected = Self.code(action, condition)
        for answer in answers + again {
            #expect(answer.code == expected && (answer.status < 300) == (expected == nil), "\(answer.status) \(answer.text)")
        }
        #expect(try await effects(of: action, server) - before == (expected == nil ? 1 : 0))
    }

    /// The rows that an action adds to.
    private func effects(of action: Action, _ server: WalletServer) async throws -> Int {
        switch action {
        case .register: try await server.rows("SELECT 1 FROM wallet_instances").count
        case .route: try await server.rows("SELECT 1 FROM wallet_envelopes").count
        case .issue, .expire: try await server.rows("SELECT 1 FROM registry_entries").count
        }
    }

    private func prepared(
        _ action: Action, _ condition: Condition, _ caller: TestWallet, _ holder: TestWallet
    ) async throws -> WalletServer.Prepared {
        let (server, time) = (caller.server, caller.server.time)
        let late = condition == .expired ? time.now - 301 : time.now
        switch action {
        case .register:
            var wrong = TestWallet.Wrong()
            wrong.key = .embedded(try #require(caller.signing.publicKey))
            if condition == .expired { wrong.shift = -301 }
            let json = Self.damaged(try caller.registration.json, "jwks", condition)
            return try caller.prepared(.post, server.service.instances, json, wrong: wrong)
        case .route:
            let stamp = try await caller.buy(1)[0].text
            if condition == .expired { time.advance(by: 61 * 86_400) }
            let headers: HTTPFields = [
                .contentType: "application/jose", try #require(HTTPField.Name(Stamp.field)): condition == .malformed ? "x\(stamp)" : stamp,
            ]
            return WalletServer.Prepared(
                method: .put, url: server.service.envelope(caller.random.uuid(), to: holder.id), headers: headers,
                body: condition == .empty ? [] : [1, 2, 3])
        case .issue:
            let registration = LogRegistration.claim(dataHash: Base64URL.encode([UInt8](repeating: 7, count: 32)), issuedAt: late)
            return try caller.prepared(.post, server.service.entries, Self.damaged(registration.json, "dataHash", condition))
        case .expire:
            let head = try caller.issue(to: holder, log: try await server.configuration().log.origin).head
            #expect(try await caller.register(head.dataHash, at: head.createDate).status == 201)
            let statement = try ClaimExpiry.sign(head, expires: time.now, key: try SigningKey(caller.signing), at: late)
            let json = LogRegistration.expiry(statement: statement).json
            return try caller.prepared(.post, server.service.entries, Self.damaged(json, "statement", condition))
        }
    }

    /// The body without its content, or with another in a member's place.
    private static func damaged(_ json: JSONValue, _ member: String, _ condition: Condition) -> JSONValue {
        switch condition {
        case .empty: return [:]
        case .malformed:
            var members = json.object ?? [:]
            members[member] = 17
            return .object(members)
        default: return json
        }
    }
}
