import DeviceFoundation
import DeviceMessages
import Foundation
import JOSE
import Primitives
import Synchronization
import Testing
import VerifiableClaims
import Verification
import VerificationMessages
import VerificationTesting

@Suite("A verification from code to result")
struct FlowTests {
    let time = ManualTime()
    let server: PretendVerifier
    let app: App

    init() throws {
        server = try PretendVerifier(time: time)
        app = App(server)
    }

    @Test("a code that is typed and a QR code begin the same transaction", arguments: ["1234 5678-9012", nil])
    func start(typed: String?) async throws {
        let scanned = VerificationCodeText(code: Secret(PretendVerifier.code), place: PretendVerifier.place).text
        let verification = try await app.open()
        let transaction = try await verification.start(typed ?? scanned, push: .fcm(token: "t"))
        #expect(transaction.id == server.id && transaction.status == .initiated && !transaction.isPending)
        #expect(transaction.requirements.map(\.part) == [.governmentID, .selfie])
        #expect(server.state.withLock { $0.push } == .fcm(token: "t"))
        #expect(try await app.open().start(PretendVerifier.code) == transaction)
        #expect(server.requests.count == 1)
    }

    @Test("a QR code of a server that isn't configured for is refused before anything is sent")
    func foreignOrigin() async throws {
        let place = VerificationCodeText.Place(origin: "https://evil.example.com", realm: PretendVerifier.place.realm)
        let scanned = VerificationCodeText(code: Secret(PretendVerifier.code), place: place).text
        let verification = try await app.open()
        await #expect(throws: VerificationError(.foreignOrigin, "")) { try await verification.start(scanned) }
        #expect(server.requests.isEmpty)
    }

    @Test("a code that isn't known leaves the transaction before it as it was; its keys go")
    func unknownCode() async throws {
        let verification = try await app.open()
        await #expect(throws: VerificationError(.noTransaction, "")) { try await verification.resume() }
        let transaction = try await verification.start(PretendVerifier.code)
        for text in ["999999999999", "12345", "https://id.example.com/other"] {
            await #expect(throws: VerificationError(.unknownCode, "")) { try await verification.start(text) }
        }
        #expect(try await app.open().resume() == transaction)
        #expect(try await SoftwareKeyStore(app.store).names().filter { $0.hasPrefix("verification.") }.count == 2)
    }

    @Test("cards are submitted with all that they have, and the result is read, by push as well")
    func result() async throws {
        let verification = try await app.open()
        try await verification.start(PretendVerifier.code)
        let cards = try App.cards()
        #expect(try await verification.submit(cards).status == .inProgress)
        let submission = try #require(server.submissions.first)
        #expect(submission.cards.map(\.type) == [.drivingLicense, .selfie] && submission.claims.isEmpty)
        #expect(submission.cards[0].fields == cards[0].fields && submission.cards[0].barcode == cards[0].barcode)
        #expect(submission.images.map(\.side) == [.front, .back, .selfie] && submission.images[0].face == cards[0].images[0].face)
        #expect(try await app.images.ids().isEmpty)
        try server.succeed()
        #expect(try await verification.report(for: "verification:\(UUID().text)") == nil)
        #expect(try await verification.report(for: "another push") == nil)
        let report = try #require(try await verification.report(for: VerificationNotice(transaction: server.id).text))
        #expect(report.status == .success && report.userData[.firstName] == "Anna" && report.claims.count == 1)
        #expect(try await verification.claims.map { $0.documents.map(\.id) } == [["card-1"]])
        #expect(try await verification.transaction?.status == .success)
    }

    @Test("the same cards again give the report; others aren't taken unless the server says so")
    func again() async throws {
        let verification = try await app.open()
        try await verification.start(PretendVerifier.code)
        try await verification.submit(try App.cards())
        #expect(try await verification.submit(try App.cards()).status == .inProgress)
        await #expect(throws: VerificationError(.submitted, "")) { try await verification.submit(try App.cards(number: 7)) }
        server.change { state in
            state.report.status = .fail
            state.token = Secret("token-2")
            state.isTokenSpent = false
            state.report.token = state.token
        }
        #expect(try await verification.report().status == .fail)
        try await verification.submit(try App.cards(number: 7))
        #expect(server.submissions.count == 2 && server.submissions[1].token == Secret("token-2"))
    }

    @Test("cards that the transaction doesn't take are refused before anything is sent")
    func cards() async throws {
        let verification = try await app.open()
        try await verification.start(PretendVerifier.code)
        let (licence, selfie) = (try App.cards()[0], try App.cards()[1])
        let sent = server.requests.count
        var other = licence
        other.type = .residencePermit
        var long = licence
        long.fields[.lastName] = String(repeating: "x", count: 513)
        var sideless = licence
        sideless.images.removeFirst()
        for cards in [[selfie], [licence], [], [other, selfie], [long, selfie], [sideless, selfie], [licence, licence, selfie]] {
            await #expect(throws: VerificationError(.cards, "")) { try await verification.submit(cards) }
        }
        var text = licence
        text.images[0].file = Array("not a photograph".utf8)
        await #expect(throws: VerificationError(.image, "")) { try await verification.submit([text, selfie]) }
        time.advance(by: 901)
        await #expect(throws: VerificationError(.late, "")) { try await verification.submit([licence, selfie]) }
        #expect(server.requests.count == sent)
        _ = try await app.open()
        #expect(try await app.images.ids().isEmpty)
    }

    @Test("a claim by another key, or for another app's, isn't believed", arguments: [true, false])
    func forgedClaim(byAnotherKey: Bool) async throws {
        let verification = try await app.open()
        try await verification.start(PretendVerifier.code)
        try await verification.submit(try App.cards())
        let other = try JWK.generate(.p256, random: SeededRandom(seed: 99))
        try server.succeed(signedBy: byAnotherKey ? other : nil, holder: byAnotherKey ? nil : other.publicKey)
        let error = await #expect(throws: VerificationError.self) { try await verification.report() }
        guard case .issuedClaim = error?.code else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try await verification.claims.isEmpty)
    }

    @Test("the claim of an earlier verification goes along with the same documents, by proof for the new transaction")
    func reuse() async throws {
        let verification = try await app.open()
        try await verification.start(PretendVerifier.code)
        try await verification.submit(try App.cards())
        try server.succeed()
        _ = try await verification.report()
        var second = app
        let next = try PretendVerifier(time: time, seed: 77, code: PretendVerifier.secondCode)
        second.transport = next
        let later = try await second.open()
        let scanned = VerificationCodeText(code: Secret(PretendVerifier.secondCode), place: PretendVerifier.place).text
        try await later.start(scanned)
        try await later.submit(try App.cards("another", number: 50))
        let shown = try #require(next.submissions.first?.claims.first)
        let proof = try #require(shown.keyBinding?.split(separator: ".").dropFirst().first.flatMap { Base64URL.decode($0) })
        let members = try JSONValue(parsing: proof)
        #expect(members["nonce"]?.string == next.id.text && members["aud"]?.string == PretendVerifier.place.realm.text)
        #expect(try await later.claims.count == 1)
    }

    @Test("a clock that is off is put right")
    func clock() async throws {
        let verification = try await app.open()
        let refusals = Mutex(1)
        let serverTime = time.now
        server.change { state in
            state.alter = { _ in
                refusals.withLock { $0 -= 1 }
                guard refusals.withLock({ $0 == 0 }) else { return nil }
                let refusal = DeviceError(.clockSkew, "off", details: ["serverTime": .integer(serverTime.secondsSince1970)])
                return HTTPResponse(status: refusal.status, body: refusal.json.encoded)
            }
        }
        #expect(try await verification.start(PretendVerifier.code).id == server.id)
        #expect(server.requests.count == 2)
    }

    @Test("another push address is told when the app starts again")
    func push() async throws {
        try await app.open().start(PretendVerifier.code, push: .fcm(token: "old"))
        try await app.open().resume(push: .fcm(token: "old"))
        #expect(server.requests.count == 1)
        try await app.open().resume(push: .fcm(token: "new"))
        #expect(server.state.withLock { $0.push } == .fcm(token: "new"))
    }
}
