import Foundation
import Primitives
import ServerTesting
import Store
import Testing
import Services
import SignIn
import Directory
import Foundations

@Suite("Policy: what is kept for strangers is bounded, on every way to it")
struct StrangerPolicyTests {
    private static let most = 3

    /// A way to have something kept without signing in, and the table in which it is.
    enum Way: String, CaseIterable, CustomTestStringConvertible {
        case pushed, pushedByRealm, anonymousSession, countedName, suspended, flow, shownCode
        var testDescription: String { rawValue }

        var table: SQL {
            switch self {
            case .pushed, .pushedByRealm: "SELECT COUNT(*) AS count FROM pushed_requests"
            case .anonymousSession: "SELECT COUNT(*) AS count FROM sessions"
            case .countedName: "SELECT COUNT(*) AS count FROM retry_counts"
            case .suspended: "SELECT COUNT(*) AS count FROM suspended_journeys"
            case .flow: "SELECT COUNT(*) AS count FROM flows"
            case .shownCode: "SELECT COUNT(*) AS count FROM authentication_codes"
            }
        }

        func ask(_ peer: Peer, _ index: Int) async throws -> Int {
            switch self {
            case .pushed: return try await peer.form("/am/oauth2/realms/alpha/par", peer.authorization()).status
            case .pushedByRealm: return try await peer.form("/realms/alpha/par", peer.authorization()).status
            case .anonymousSession: return try await peer.am(Peer.journey + "Anonymous").status
            case .countedName:
                return try await peer.answer(try await peer.start("Counted"), user: "random \(index)", password: "x").status
            case .suspended: return try await peer.am(Peer.journey + "Waiting").status
            case .flow:
                let realm = try await peer.server.domain.directory.realms.realm(at: try #require(RealmPath("/alpha")))
                return try await peer.form("/\(realm.id.text)/as/authorize", peer.authorization { $0["response_mode"] = "pi.flow" }).status
            case .shownCode: return try await peer.am(Peer.journey + "Scanned").status
            }
        }
    }

    @Test("past the quota of its prefix a stranger gets 429, and no row", arguments: Way.allCases)
    func bounded(_ way: Way) async throws {
        try await withServer { (peer: Peer) async throws in
            try await prepare(peer)
            var statuses: [Int] = []
            for index in 0..<Self.most + 3 { statuses.append(try await way.ask(peer, index)) }
            #expect(statuses.prefix(Self.most).allSatisfy { $0 != 429 && $0 < 500 }, "\(statuses)")
            #expect(statuses.dropFirst(Self.most) == [429, 429, 429])
            #expect(try await rows(way, peer) == Self.most)
            peer.time.advance(by: 60)
            #expect(try await way.ask(peer, 99) != 429)
        }
    }

    @Test("what is kept is gone after its time", arguments: [Way.pushed, .pushedByRealm])
    func expired(_ way: Way) async throws {
        try await withServer { (peer: Peer) async throws in
            try await prepare(peer)
            _ = try await way.ask(peer, 0)
            peer.time.advance(by: 61)
            try await peer.server.domain.platform.forgetExpired()
            #expect(try await rows(way, peer) == 0)
        }
    }

    private func prepare(_ peer: Peer) async throws {
        let domain = peer.server.domain
        var realm = try await domain.directory.realms.realm(at: try #require(RealmPath("/alpha")))
        (
            realm.settings[BoundsSettings.self].keptRequestsPerAddressAndMinute,
            realm.settings[BoundsSettings.self].failuresPerAddressAndMinute
        ) = (Self.most, Self.most)
        try await domain.directory.realms.update(realm)
        _ = try await domain.directory.users.create("anonymous", in: realm.id)
        let anonymous: JSONValue = [
            "name": "Anonymous", "start": "who", "nodes": ["who": ["anonymousUser": [:], "next": "success"]],
        ]
        let counted: JSONValue = [
            "name": "Counted", "start": "ask",
            "nodes": [
                "ask": ["page": ["nodes": [["username": [:]], ["password": [:]]]], "next": "count"],
                "count": [
                    "retryLimitDecision": ["limit": 3, "incrementUserAttributeOnFailure": true], "Retry": "failure", "Reject": "failure",
                ],
            ],
        ]
        // Without an address there is nobody to send a link to, and the run waits all the same.
        let waiting: JSONValue = [
            "name": "Waiting", "start": "link",
            "nodes": ["link": ["emailSuspend": ["emailTemplateName": "registration"], "next": "success"]],
        ]
        let scanned: JSONValue = [
            "name": "Scanned", "start": "scan",
            "nodes": [
                "scan": [
                    "authenticationCode": ["application": .string(Demo.client)], "success": "success", "denied": "failure",
                    "expired": "failure", "exited": "failure",
                ]
            ],
        ]
        if var application = try await domain.directory.applications.application(Demo.client, in: realm.id) {
            (application.settings.kind, application.settings.mobile) = (.native, MobileSettings())
            try await domain.directory.applications.update(application)
        }
        try await domain.signIn.journeys.save(scanned, named: "Scanned", in: realm.id)
        try await domain.signIn.journeys.save(waiting, named: "Waiting", in: realm.id)
        try await domain.signIn.journeys.save(anonymous, named: "Anonymous", in: realm.id)
        try await domain.signIn.journeys.save(counted, named: "Counted", in: realm.id)
    }

    private func rows(_ way: Way, _ peer: Peer) async throws -> Int {
        let statement = way.table
        return Int(try await peer.server.domain.platform.database.read { try $0.row(statement)?.int("count") ?? 0 })
    }
}
