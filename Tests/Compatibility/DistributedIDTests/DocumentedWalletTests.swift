import ClientTesting
import DeviceFoundation
@testable import DistributedID
import Foundation
import Primitives
import Testing
import WalletTesting

/// The documented SDK, of which a process has one: its tests run one after the other.
@Suite("The documented SDK of wallets", .serialized, OnOwnThreads())
struct DocumentedWalletTests {
    let time = ManualTime()
    let router: PretendRouter

    init() throws {
        router = try PretendRouter(time: time)
        let (server, store) = (router, InMemoryStore())
        var environment = Environment(transport: { server }, store: { store })
        environment.time = time
        environment.osType = "iOS"
        Environment.current = environment
        SDK.stop()
    }

    private func creator() -> ApplicationInstanceCreator { ApplicationInstanceCreator().withPingBaseUrl(router.pingBaseURL) }
    private func wallet() throws -> ApplicationInstance { try creator().withPushToken("fcm:token").build() }
    private func service() throws -> ApplicationInstance {
        try creator().withCallbackURL("https://bank.example.com/callback?id=123").build()
    }

    @Test("an instance is made without a call, kept as a text and used again")
    func instances() throws {
        let keySetGenerator = JwksGenerator()
        let jsonWebKeySet = try keySetGenerator.generate()
        let made = try creator().withJsonWebKeySet(jsonWebKeySet).withPushToken("fcm:token").build()
        #expect(router.requests.isEmpty && made.jwks == jsonWebKeySet && made.pushToken == "fcm:token" && made.osType == "iOS")
        #expect(try ApplicationInstance.fromJson(made.toJson()) == made && ApplicationInstance(made.toJson()) == made)
        #expect(!made.toJson().contains("\"d\""))
        SDK.stop()
        let client = DistributedIdClient.Builder(try ApplicationInstance(made.toJson())).build()
        _ = try client.createSelfClaim(["name": "Alice"])
        #expect(router.requests.first?.url.absoluteString.hasSuffix("/instances") == true)
        #expect(throws: DIDException.self) { try ApplicationInstance("{}") }
    }

    @Test("a wallet needs a push token, a service a callback URL, and no instance has both")
    func required() throws {
        #expect(throws: DIDException.self) { try creator().build() }
        #expect(throws: DIDException.self) { try creator().withPushToken("t").withCallbackURL("https://a.example").build() }
        #expect(throws: DIDException.self) { try creator().withPingBaseUrl("nowhere").withPushToken("t").build() }
    }

    @Test("the documented bank: a claim is created, handled, shared, verified and expired")
    func bank() throws {
        let (bankHandler, aliceHandler) = (Handler(), Handler())
        let (bankInstance, aliceInstance) = (try service(), try wallet())
        let bank = DistributedIDClient.Builder(bankInstance, bankHandler).build()
        let alice = DistributedIDClient.Builder(aliceInstance, aliceHandler).build()
        let own = try alice.createSelfClaim(["name": "Alice"])
        #expect(bank.verifyData([Share(claim: own)]).isEmpty)
        let data = [
            "bankName": "bxFinance", "accountNumber": "123456789", "accountCreateDate": "June 21, 2021", "accountType": "checking",
        ]
        let claim = try bank.createClaim(aliceInstance.applicationInstanceId, "Your account", nil, data, own)
        #expect(claim.claimData.count == 4 && claim.referenceClaimID?.content == own.claimID)
        try alice.processMessages()
        #expect(aliceHandler.claims == [claim] && aliceHandler.messages == ["Your account"] && aliceHandler.errors.isEmpty)

        let challenge = Challenge()
        try bank.requestShare(aliceInstance.applicationInstanceId, challenge, ["accountNumber"])
        try alice.processMessages()
        #expect(aliceHandler.requests == [["accountNumber"]] && aliceHandler.challenges.last == challenge)
        try alice.shareData(
            bankInstance.applicationInstanceId, "Here", challenge,
            [Share(keys: ["accountNumber"], claim: claim), Share(keys: ["colour=green"])])
        try bank.processMessages()
        #expect(bankHandler.shares.map(\.keys) == [["accountNumber"], ["colour=green"]] && bankHandler.challenges == [challenge])
        let shown = try #require(bankHandler.shares.first)
        #expect(shown.claim?.value(of: "accountNumber") == "123456789" && shown.claim?.value(of: "bankName") == nil)
        #expect(bank.verifyData([shown]).isEmpty && bank.verifyData(bankHandler.shares).count == 1)

        var changed = shown
        changed.claim?.claimData = [try #require(claim.claimData.keys.first): SaltedData(content: "x", salt: Salt(bytes: []))]
        #expect(bank.verifyData([changed]).count == 1)
        try bank.expireClaim(try ClaimReference.fromJson(ClaimReference(claim).toJson()), Date(timeIntervalSince1970: 0), "Closed", nil)
        try alice.processMessages()
        #expect(aliceHandler.expired == [ClaimReference(claim)])
        #expect(bank.verifyData([shown]).map { $0.getMessage() } == ["the claim isn't good any more"])
        #expect(throws: DIDException.self) { try alice.shareData(bankInstance.applicationInstanceId, nil, nil, [Share(claim: claim)]) }
        #expect(try Claim.fromJson(claim.toJson()) == claim)
    }

    @Test("calls that wait end though they block every thread of the concurrency pool")
    func blockedPool() async throws {
        let callers = ProcessInfo.processInfo.activeProcessorCount * 2 + 2
        let instances = try (0..<callers).map { _ in try wallet() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for instance in instances {
                group.addTask { _ = try DistributedIDClient.Builder(instance, Handler()).build().createSelfClaim(["name": "Alice"]) }
            }
            try await group.waitForAll()
        }
        #expect(router.requests.filter { $0.url.path.hasSuffix("/instances") }.count == callers)
    }

    @Test("a QR code's request is handled like one that came by message")
    func scanned() throws {
        let handler = Handler()
        let bank = DistributedIDClient.Builder(try service(), Handler()).build()
        let alice = DistributedIDClient.Builder(try wallet(), handler).build()
        let (url, challenge) = try bank.createRequest("For your account", ["name"], time.now + 600)
        try alice.processRequest(url, handler)
        #expect(
            handler.requests == [["name"]] && handler.messages == ["For your account"] && handler.challenges.map(\.id) == [challenge.id])
        #expect(throws: DIDException.self) { try alice.processRequest("https://other.example.com/1", handler) }
    }

    @Test("a handler with the document's other names gets the calls; a client without a handler says so")
    func otherNames() throws {
        let handler = OtherNames()
        let bank = DistributedIDClient.Builder(try service()).build()
        let instance = try wallet()
        let alice = DistributedIDClient.Builder(instance, handler).build()
        try alice.updateApplicationInstance("fcm:other")
        let claim = try bank.createClaim(instance.applicationInstanceId, nil, nil, ["a": "b"])
        try bank.requestShare(instance.applicationInstanceId, nil, nil)
        try bank.cancelClaim(ClaimReference(claim), Date(timeIntervalSince1970: 0), nil, nil)
        try alice.processMessages()
        #expect(handler.calls.sorted() == ["expireClaimReceived", "handleClaim", "shareRequestReceived"])
        #expect(throws: DIDException.self) { try bank.processMessages() }
    }

    @Test("the same calls from asynchronous code")
    func asynchronous() async throws {
        let handler = Handler()
        let bank = DistributedIDClient.Builder(try service()).build()
        let instance = try wallet()
        let alice = DistributedIDClient.Builder(instance, handler).build()
        try await alice.updateApplicationInstanceId("fcm:other")
        let claim = try await bank.createClaim(instance.applicationInstanceId, nil, nil, ["a": "b"])
        try await alice.processMessages()
        #expect(handler.claims == [claim])
        #expect(await bank.verifyData([Share(claim: claim)]).isEmpty)
    }
}

/// Keeps what it is called with.
private final class Handler: MessageHandler {
    var claims: [Claim] = []
    var shares: [Share] = []
    var requests: [[String]?] = []
    var expired: [ClaimReference] = []
    var challenges: [Challenge] = []
    var messages: [String] = []
    var errors: [String] = []

    private func note(_ message: String?, _ challenge: Challenge?, _ errors: [DIDException] = []) {
        if let message { messages.append(message) }
        if let challenge { challenges.append(challenge) }
        self.errors += errors.map { $0.getMessage() }
    }

    func handleShare(_ senderId: UUID, _ message: String?, _ challenge: Challenge?, _ share: [Share], _ errors: [DIDException]) {
        shares += share
        note(message, challenge, errors)
    }
    func handleClaim(_ senderId: UUID, _ message: String?, _ challenge: Challenge?, _ claim: Claim?, _ errors: [DIDException]) {
        if let claim { claims.append(claim) }
        note(message, challenge, errors)
    }
    func handleExpiredClaim(
        _ senderId: UUID, _ message: String?, _ challenge: Challenge?, _ claimReference: ClaimReference?, _ errors: [DIDException]
    ) {
        if let claimReference { expired.append(claimReference) }
        note(message, challenge, errors)
    }
    func handleShareRequest(_ senderId: UUID, _ message: String?, _ challenge: Challenge?, _ requestedKeys: [String]?) {
        requests.append(requestedKeys)
        note(message, challenge)
    }
    func handleException(_ error: DIDException) { errors.append(error.getMessage()) }
}

/// A handler with the names that the document's text has beside those of its list.
private final class OtherNames: MessageHandler {
    var calls: [String] = []

    func handleShare(_ senderId: UUID, _ message: String?, _ challenge: Challenge?, _ share: [Share], _ errors: [DIDException]) {
        calls.append("handleShare")
    }
    func handleClaim(_ senderId: UUID, _ message: String?, _ challenge: Challenge?, _ claim: Claim?, _ errors: [DIDException]) {
        calls.append("handleClaim")
    }
    func expireClaimReceived(
        _ senderId: UUID, _ message: String?, _ challenge: Challenge?, _ claimReference: ClaimReference?, _ errors: [DIDException]
    ) {
        calls.append("expireClaimReceived")
    }
    func shareRequestReceived(_ senderId: UUID, _ message: String?, _ challenge: Challenge?, _ requestedKeys: [String]?) {
        calls.append("shareRequestReceived")
    }
    func handleException(_ error: DIDException) { calls.append("handleException: \(error.getMessage())") }
}
