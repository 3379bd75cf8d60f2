import Foundation
import MailTesting
import Primitives
import Testing
@testable import Directory
@testable import Foundations
@testable import Messaging
@testable import Services

@Suite("Budgets that reach one user")
struct UserBudgetTests {
    private static let user = UUID()
    private static let proofs: [BudgetAsker.Standing] = [.user(user), .browser(of: user), .customer("bank"), .server]

    /// The test that shows a budget at work: a new budget doesn't compile without one.
    private static func test(of budget: UserBudget) -> String {
        switch budget {
        case .messages: "UserBudgetTests.messages"
        case .waitingRequests, .notifications: "OrchestrationServiceTests/BudgetTests"
        case .unansweredPushes: "JourneyEngineTests/PushTests.strangers"
        }
    }

    @Test("strangers from many networks use up their part, and each proven asker still gets through", arguments: UserBudget.allCases, 1...9)
    func matrix(budget: UserBudget, most: Int) {
        var use = BudgetUse()
        var admitted = 0
        for number in 0..<200 {
            let stranger = BudgetAsker.stranger(at: "192.0.2.\(number % 50)")
            guard budget.admits(stranger, of: most, used: use) else { continue }
            use.add(stranger.key)
            admitted += 1
        }
        let parts = budget.parts(of: most)
        #expect(admitted == parts.strangers && use.strangers == admitted, "\(Self.test(of: budget))")
        // A budget of one can't be shared: whoever is first has it.
        guard most > 1 || parts.all == nil else { return }
        for proof in Self.proofs {
            #expect(budget.admits(BudgetAsker(proof, at: "192.0.2.1"), of: most, used: use), "\(proof)")
        }
    }

    @Test("a budget for all together is never exceeded, whoever asks", arguments: UserBudget.allCases)
    func bounded(budget: UserBudget) {
        guard let all = budget.parts(of: 8).all else { return }
        var use = BudgetUse()
        for number in 0..<50 {
            let asker = BudgetAsker(number % 2 == 0 ? .stranger : .customer("bank"), at: "192.0.2.\(number)")
            if budget.admits(asker, of: 8, used: use) { use.add(asker.key) }
        }
        #expect(use.all == all)
    }

    @Test("one network of strangers leaves something to the next", arguments: UserBudget.allCases)
    func oneNetwork(budget: UserBudget) {
        var use = BudgetUse()
        for host in 0..<50 {
            let asker = BudgetAsker.stranger(at: "2001:db8::\(host)")
            if budget.admits(asker, of: 8, used: use) { use.add(asker.key) }
        }
        #expect(use.all == budget.parts(of: 8).stranger)
        #expect(budget.admits(.stranger(at: "2001:db8:0:1::1"), of: 8, used: use))
    }

    @Test("messages: strangers from ten networks, then each proven asker")
    func messages() async throws {
        let mail = RecordingMail()
        let harness = try await DomainHarness(mail: mail)
        func send(_ asker: BudgetAsker) async throws -> Bool {
            let order = MailOrder(
                MailContent(subject: "s", text: "t"), to: try MailAddress("ada@example.com"), in: harness.realm, purpose: "test", by: asker)
            do { try await harness.domain.messaging.mail.send(order) } catch is MessageError { return false }
            return true
        }
        for network in 1...10 { for _ in 0..<6 { _ = try await send(.stranger(at: "198.51.\(network).1")) } }
        #expect(try await !send(.stranger(at: "203.0.113.1")))
        for proof in Self.proofs { #expect(try await send(BudgetAsker(proof, at: "203.0.113.2")), "\(proof)") }
        await harness.close()
    }
}

@Suite("Browsers that users have signed in with")
struct KnownBrowserTests {
    private func make(_ lifetime: Int = 3600) async throws -> (DomainHarness, Realm) {
        let harness = try await DomainHarness()
        var realm = harness.realm
        realm.settings[BoundsSettings.self].knownBrowserLifetime = lifetime
        return (harness, realm)
    }

    @Test("a browser is known to those who signed in there last, in their realm, and for a time")
    func known() async throws {
        let (harness, realm) = try await make()
        let known = harness.domain.credentials.knownBrowsers
        let users = (0..<6).map { _ in UUID() }
        var marks: String?
        for user in users { marks = known.adding(user, in: realm, to: marks) }
        #expect(users.map { known.isKnown(marks, to: $0, in: realm) } == [false, false, true, true, true, true])
        #expect(!known.isKnown(marks, to: UUID(), in: realm) && !known.isKnown(nil, to: users[5], in: realm))
        #expect(!known.isKnown(marks, to: users[5], in: Realm(id: UUID(), path: .root, settings: realm.settings)))
        var off = realm
        off.settings[BoundsSettings.self].knownBrowserLifetime = 0
        #expect(!known.isKnown(marks, to: users[5], in: off))
        harness.time.advance(by: 3601)
        #expect(!known.isKnown(marks, to: users[5], in: realm))
        await harness.close()
    }

    @Test("marks that were made up, cut or changed say nothing")
    func forged() async throws {
        let (harness, realm) = try await make()
        let (known, user) = (harness.domain.credentials.knownBrowsers, UUID())
        let mark = known.adding(user, in: realm, to: nil)
        #expect(known.isKnown(mark, to: user, in: realm))
        for index in mark.indices {
            var text = mark
            text.replaceSubrange(index...index, with: mark[index] == "A" ? "B" : "A")
            #expect(!known.isKnown(text, to: user, in: realm))
        }
        for text in [String(mark.dropLast()), "", ".", "....", String(repeating: "A", count: 10_000), mark + mark] {
            #expect(!known.isKnown(text, to: user, in: realm))
        }
        await harness.close()
    }

    // MARK: - The next sibling

    /// The limits that count by whom or what they reach, whoever asks, each with its reason.
    private static let byRecipient = [
        "MessageLimits.swift": "a budget",
        "PushTrials.swift": "asked for by the device itself", "TestPushes.swift": "asked for by the device's own user",
        "Wallets+Keys.swift": "asked for by the instance itself",
        "Installations+Nonces.swift": "asked for by the device itself", "DeviceLogs.swift": "sent by the device itself",
        "BuiltInPush.swift": "its sender holds the resource's secret address",
        "PingID+Authenticating.swift": "asked for by a customer's server",
    ]

    @Test("no other limit counts by whom it reaches alone: it is a budget, of which strangers have a part")
    func others() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../Sources/Server").standardized
        let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        var found: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            if text.contains("Throttle."), text.contains(/from: \.installation\(|\.recipient\(/) { found.insert(file.lastPathComponent) }
        }
        #expect(found == Set(Self.byRecipient.keys))
    }
}
