import Foundation
import MailTesting
import Primitives
import Testing
@testable import Messaging
@testable import Services
@testable import Directory
import Foundations

@Suite("Who asks for messages, and who gets them")
struct MessageLimitTests {
    private let mail = RecordingMail()

    private func order(
        _ harness: DomainHarness, from address: String, provenUser: UUID? = nil, to recipient: String = "ada@example.com"
    ) throws -> MailOrder {
        let asker = provenUser.map { BudgetAsker(.user($0), at: address) } ?? .stranger(at: address)
        return MailOrder(
            MailContent(subject: "s", text: "t"), to: try MailAddress(recipient), in: harness.realm, purpose: "test", by: asker)
    }

    private func sent(_ harness: DomainHarness, _ count: Int, from address: String, provenUser: UUID? = nil) async throws -> Int {
        var sent = 0
        for _ in 0..<count {
            do { try await harness.domain.messaging.mail.send(order(harness, from: address, provenUser: provenUser)) } catch is MessageError
            {
                continue
            }
            sent += 1
        }
        return sent
    }

    @Test("a stranger's requests use up neither the victim's own nor another stranger's")
    func apart() async throws {
        let harness = try await DomainHarness(mail: mail)
        #expect(try await sent(harness, 10, from: "192.0.2.1") == 5)
        #expect(try await sent(harness, 10, from: "192.0.2.2") == 5)
        #expect(try await sent(harness, 10, from: "192.0.2.1", provenUser: harness.user.id) == 5, "the budget of the user themselves")
        await harness.close()
    }

    @Test("all strangers together have four times as many, and the victim's own are left")
    func together() async throws {
        let harness = try await DomainHarness(mail: mail)
        var sum = 0
        for prefix in 1...10 { sum += try await sent(harness, 6, from: "2001:db8:0:\(prefix)::1") }
        #expect(sum == 20)
        #expect(try await sent(harness, 6, from: "192.0.2.9", provenUser: harness.user.id) == 5)
        await harness.close()
    }

    @Test("one network counts as one, whatever addresses it has")
    func network() async throws {
        let harness = try await DomainHarness(mail: mail)
        var sum = 0
        for host in 1...10 { sum += try await sent(harness, 1, from: "2001:db8::\(host)") }
        #expect(sum == 5)
        await harness.close()
    }

    @Test("a proven user has no more than others from one address")
    func bounded() async throws {
        let harness = try await DomainHarness(mail: mail)
        var sum = 0
        for user in 0..<8 {
            for _ in 0..<5 {
                let order = try order(harness, from: "192.0.2.1", provenUser: UUID(), to: "user\(user)@example.com")
                do { try await harness.domain.messaging.mail.send(order) } catch is MessageError { continue }
                sum += 1
            }
        }
        #expect(sum == harness.realm.settings[MessageSettings.self].mailsPerAddressAndMinute)
        await harness.close()
    }
}
