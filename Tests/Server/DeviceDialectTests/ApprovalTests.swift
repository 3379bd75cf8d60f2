import DeviceMessages
import DialectTesting
import Foundation
import Foundations
@testable import HTTPBase
import HTTPTypes
import Primitives
import Store
import Testing

import DeviceRegistry
import Messaging
import Directory
import MultiFactor
import Services

@Suite("Approving a push")
struct ApprovalTests {
    @Test("with the number that is shown completes the authentication")
    func approves() async throws {
        let server = try await DeviceServer()
        let phone = try await server.pairedPhone()
        let started = try await server.start { $0.context.clientContext = "{\"amount\":\"10\"}" }
        #expect(started.status == .pushRequired)
        let push = try await phone.push()
        #expect(push.kind == .authentication && push.number == .entered && push.timeout == 40 && push.clientContext == nil)
        let (document, _) = try await phone.document(of: push.challenge)
        #expect(
            document.clientContext == "{\"amount\":\"10\"}" && document.requester.address == "192.0.2.7" && document.user.username == "demo"
        )
        let decision = try await phone.decision(.approve, push, number: try #require(started.numberToShow))
        #expect(try await phone.decide(decision, push.challenge).json == ["status": "approved"])
        let done = try await server.state(started)
        #expect(done.status == .completed && done.methods == ["mfa", "face"] && done.numberToShow == nil)
    }

    @Test("is told by no push, and the statement is signed and small")
    func discreet() async throws {
        let server = try await DeviceServer()
        let phone = try await server.pairedPhone()
        let started = try await server.start { $0.context.clientContext = "secret-context" }
        let stream = try await server.domain.messaging.push.subscribe(phone.id, realm: server.realm.id)
        var text = ""
        for try await event in stream { if case .letter(let letter) = event { text = letter.text; break } }
        let claims = String(decoding: try #require(Base64URL.decode(text.split(separator: ".")[1])), as: UTF8.self)
        #expect(text.utf8.count <= PushStatement.longest)
        for hidden in ["secret-context", "demo", "192.0.2.7", "Shop", "\"\(try #require(started.numberToShow))\""] {
            #expect(!claims.contains(hidden), "\(hidden)")
        }
    }

    @Test("the stream of an installation that isn't paired any more ends")
    func unpaired() async throws {
        let server = try await DeviceServer()
        let phone = try await server.pairedPhone()
        var events = try await server.domain.messaging.push.subscribe(phone.id, realm: server.realm.id).makeAsyncIterator()
        let pairing = try #require(UUID(uuidString: phone.pairing))
        _ = try await server.domain.deviceRegistry.devices.remove(pairing, of: server.user.id, in: server.realm)
        #expect(try await events.next() == nil)
    }

    @Test("comes with its document over the server's own stream, to the byte as it is fetched, until it is decided")
    func documents() async throws {
        let server = try await DeviceServer()
        let phone = try await server.pairedPhone()
        let started = try await server.start { $0.context.clientContext = "context" }
        let push = try await phone.push()
        let (_, hash) = try await phone.document(of: push.challenge)
        func waiting(documents: Bool = true) async throws -> [String?] {
            try await server.domain.messaging.push.waiting(for: phone.id, realm: server.realm.id, documents: documents).map(\.document)
        }
        #expect(try await waiting().map { $0.map { ChallengeDocument.hash(of: Array($0.utf8)) } } == [hash])
        #expect(try await waiting(documents: false) == [nil])
        _ = try await server.domain.multiFactor.deviceAuthentications.cancelPush(
            in: started.id, from: "::1", in: server.realm, issuer: server.issuer)
        #expect(try await waiting().allSatisfy { $0 == nil })
    }

    @Test("the same decision twice succeeds, another is refused")
    func twice() async throws {
        let server = try await DeviceServer()
        let phone = try await server.pairedPhone()
        let started = try await server.start()
        let push = try await phone.push()
        let decision = try await phone.decision(.approve, push, number: started.numberToShow)
        #expect(try await phone.decide(decision, push.challenge).status == .ok)
        #expect(try await phone.decide(decision, push.challenge).status == .ok)
        let denial = ChallengeDecision(.deny, nonce: push.nonce, pairing: phone.pairing, shown: decision.shown)
        let refused = try await phone.decide(denial, push.challenge)
        #expect(refused.status == .conflict && DeviceError(json: refused.json)?.code == .alreadyDecided)
        #expect(try await server.state(started).status == .completed)
    }

    @Test("takes the push out of the mailbox, and no other", arguments: [ChallengeDecision.Verdict.approve, .deny])
    func emptiesMailbox(_ verdict: ChallengeDecision.Verdict) async throws {
        let server = try await DeviceServer()
        let phone = try await server.pairedPhone()
        let (first, _) = (try await server.start(), try await server.start())
        let push = try await phone.push()
        let decision = try await phone.decision(verdict, push, number: first.numberToShow)
        #expect(try await server.domain.messaging.push.waiting(for: phone.id, realm: server.realm.id).count == 2)
        #expect(try await phone.decide(decision, push.challenge).status == .ok)
        let left = try await server.domain.messaging.push.waiting(for: phone.id, realm: server.realm.id)
        #expect(left.count == 1)
        #expect(try await phone.push().challenge != push.challenge)
    }

    @Test("of many approvals and denials at once one counts")
    func concurrently() async throws {
        let server = try await DeviceServer()
        let phone = try await server.pairedPhone()
        let started = try await server.start()
        let push = try await phone.push()
        let approval = try await phone.decision(.approve, push, number: started.numberToShow)
        var denial = approval
        denial.verdict = .deny
        let submission = try await server.domain.deviceRegistry.installations.prove(
            try phone.made(.post, "/challenges/\(push.challenge)/decision", approval.json), in: server.realm)
        let outcomes = await withTaskGroup(of: String.self) { [denial] group in
            for index in 0..<32 {
                group.addTask {
                    let decision = index % 2 == 0 ? approval : denial
                    do {
                        let status = try await server.domain.multiFactor.deviceAuthentications.decide(
                            push.challenge, as: decision, by: submission, in: server.realm, issuer: server.issuer)
                        return status.rawValue
                    } catch { return "refused" }
                }
            }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(outcomes == ["approved", "refused"] || outcomes == ["denied", "refused"])
    }

    @Test("denied, it has failed, and says why")
    func denies() async throws {
        let server = try await DeviceServer()
        let phone = try await server.pairedPhone()
        let started = try await server.start()
        let push = try await phone.push()
        var decision = try await phone.decision(.deny, push)
        decision.reason = .fraud
        #expect(try await phone.decide(decision, push.challenge).json == ["status": "denied"])
        let done = try await server.state(started)
        #expect(done.status == .failed && done.failure?.code == "PUSH_CONFIRMATION_REJECTED" && done.challenge?.reason == .fraud)
        decision.verdict = .approve
        let changed = try await phone.decide(decision, push.challenge)
        #expect(changed.status == .conflict && DeviceError(json: changed.json)?.code == .alreadyDecided, "\(changed.text)")
    }

    @Test("after a wrong number the device is asked once more, and no more")
    func wrongNumber() async throws {
        let server = try await DeviceServer()
        let phone = try await server.pairedPhone()
        let started = try await server.start()
        let first = try await phone.push()
        let number = try #require(started.numberToShow)
        let wrong = try await phone.decide(
            try await phone.decision(.approve, first, number: number == 99 ? 98 : number + 1), first.challenge)
        let error = try #require(DeviceError(json: wrong.json))
        #expect(error.code == .wrongNumber && error.documentedNumber == 10_012 && error.details["again"] == true)
        // The first is over, whatever number comes now.
        let late = try await phone.decide(
            ChallengeDecision(.approve, nonce: first.nonce, pairing: phone.pairing, shown: "x", number: number), first.challenge)
        #expect(DeviceError(json: late.json)?.code == .cancelled)
        let second = try await phone.push()
        let again = try #require(try await server.state(started).numberToShow)
        #expect(second.challenge != first.challenge)
        let decision = try await phone.decision(.approve, second, number: again == 99 ? 98 : again + 1)
        #expect(DeviceError(json: try await phone.decide(decision, second.challenge).json)?.details["again"] == false)
        #expect(try await server.state(started).status == .failed)
    }

    @Test("after a wrong number the right one of the second push completes it")
    func secondNumber() async throws {
        let server = try await DeviceServer(mobile: { settings in
            settings.push = .init()
            settings.push?.numberMatching = .init()
            settings.push?.numberMatching?.type = .select
        })
        let phone = try await server.pairedPhone()
        let started = try await server.start()
        let first = try await phone.push()
        guard case .selected(let options) = first.number else { Issue.record("no options"); return }
        let number = try #require(started.numberToShow)
        #expect(options.contains(number) && Set(options).count == 3)
        let wrong = try #require(options.first { $0 != number })
        _ = try await phone.decide(try await phone.decision(.approve, first, number: wrong), first.challenge)
        let second = try await phone.push()
        let decision = try await phone.decision(.approve, second, number: try #require(try await server.state(started).numberToShow))
        #expect(try await phone.decide(decision, second.challenge).status == .ok)
        #expect(try await server.state(started).status == .completed)
    }

    @Test("without an answer it times out, and a passcode still completes it")
    func timesOut() async throws {
        let server = try await DeviceServer()
        let phone = try await server.pairedPhone()
        let started = try await server.start()
        let push = try await phone.push()
        let decision = try await phone.decision(.approve, push, number: started.numberToShow)
        server.time.advance(by: 41)
        #expect(try await server.state(started).status == .pushTimedOut)
        let late = try await phone.decide(decision, push.challenge)
        #expect(late.status == .gone && DeviceError(json: late.json)?.documentedNumber == 10_009)
        let done = try await server.domain.multiFactor.deviceAuthentications.check(
            Secret(try phone.passcode()), of: started.id, from: "192.0.2.7", in: server.realm, issuer: server.issuer
        ).authentication
        #expect(done.status == .completed && done.methods == ["mfa", "otp"])
    }

    @Test("five pushes that nobody answers lock the device for pushes")
    func tired() async throws {
        let server = try await DeviceServer()
        _ = try await server.pairedPhone()
        for _ in 0..<5 {
            #expect(try await server.start().status == .pushRequired)
            server.time.advance(by: 41)
        }
        let refused = try await server.start()
        #expect(refused.status == .failed && refused.failure?.code == "NO_USABLE_DEVICES")
        let device = try #require(try await server.domain.deviceRegistry.devices.devices(of: server.user.id, in: server.realm.id).first)
        #expect(device.lockReason == .push)
        server.time.advance(by: 1801)
        #expect(try await server.start().status == .pushRequired)
    }

    @Test("taken back, the device is told, and can't decide any more")
    func cancelled() async throws {
        let server = try await DeviceServer()
        let phone = try await server.pairedPhone()
        let started = try await server.start()
        let push = try await phone.push()
        let decision = try await phone.decision(.approve, push, number: started.numberToShow)
        let back = try await server.domain.multiFactor.deviceAuthentications.cancelPush(
            in: started.id, from: "192.0.2.7", in: server.realm, issuer: server.issuer
        ).authentication
        #expect(back.status == .selectionRequired)
        let told = try await phone.push()
        #expect(told.kind == .cancel && told.challenge == push.challenge)
        #expect(DeviceError(json: try await phone.decide(decision, push.challenge).json)?.documentedNumber == 10_020)
    }

    @Test("a completed authentication is used once, by its user")
    func used() async throws {
        let server = try await DeviceServer()
        let phone = try await server.pairedPhone()
        let started = try await server.start { $0.passcode = Secret((try? phone.passcode(at: server.time.now + 30)) ?? "") }
        #expect(started.status == .completed)
        let (realm, now) = (server.realm.id, server.time.now)
        func use(_ user: UUID) async throws -> Bool {
            try await server.domain.platform.database.write {
                try DeviceAuthentications.use(started.id, of: user, realm: realm, at: now, in: $0)
            }
        }
        #expect(try await !use(UUID()))
        #expect(try await use(server.user.id))
        #expect(try await !use(server.user.id))
    }
}
