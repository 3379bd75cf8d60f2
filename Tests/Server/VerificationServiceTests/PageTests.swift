import Directory
import Foundation
import Foundations
import HTTPTypes
import Primitives
import SealedFiles
import Store
import Testing
import VerificationMessages
import Verifications
import VisionMessages

@Suite("The page of verifications", .timeLimit(.minutes(5)))
struct PageTests {
    private static let front = ScriptedPictures.file("rgb.png")
    private static let back = ScriptedPictures.file("licence.png")
    private static let selfie = ScriptedPictures.file("baseline.jpg")

    private func begun(_ server: VerifyServer) async throws -> TestPage {
        let page = TestPage(server)
        try #require(try await page.begin(try await server.create().code) == 200, "\(page.text)")
        return page
    }

    @Test("from the code to the result, without script: the same as by an app, but for claims, which a browser can't hold")
    func flow() async throws {
        let server = try await VerifyServer()
        let (transaction, code) = try await server.create()
        let page = TestPage(server)
        #expect(try await page.open(server.site.link(code)) == 200)
        #expect(page.text.contains("1 day after") && page.text.contains("I agree"))
        #expect(try await server.transaction(transaction.id).status == .requested, "looking uses nothing up")
        #expect(try await page.submit() == 200)
        #expect(
            page.text.contains("Which document") && page.target.hasSuffix("/verify/page/\(server.realm.id.text)/\(transaction.id.text)"))
        try await page.open("\(page.target)?card=DRIVING_LICENSE")
        #expect(page.text.contains("Step 1 of 2") && page.text.contains("enctype=\"multipart/form-data\""))
        #expect(try await page.send(Self.front) == 200)
        #expect(page.text.contains("Step 2 of 2") && page.text.contains("Continue without"))
        #expect(try await page.send(Self.back) == 200)
        #expect(page.text.contains("Send everything"))
        #expect(try await page.submit() == 200)
        #expect(page.text.contains("being checked") && page.text.contains("data-wait="))
        try await server.work()
        try await page.open(page.target)
        #expect(page.text.contains("Your identity is verified"))
        let view = try await server.transaction(transaction.id)
        #expect(view.status == .success && view.attempts == 1)
        #expect(try await server.verifications.verifyStatus(of: server.user.id, at: server.site).status == .verified)
        #expect(try await server.rows("SELECT * FROM verification_claims").isEmpty)
        #expect(
            try await server.events().filter { $0.hasPrefix("verification.") } == [
                "verification.requested", "verification.initiated", "verification.submitted", "verification.completed",
            ])
    }

    @Test("each page is kept by no browser, and only the steps with a picture may use the camera")
    func headers() async throws {
        let server = try await VerifyServer()
        let page = TestPage(server)
        let code = try await server.create().code
        var allowed: [Bool] = []
        func look() {
            let headers = page.answer.headers
            #expect(headers[.cacheControl] == "no-store")
            #expect(headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'; ") == true)
            allowed.append(HTTPField.Name("Permissions-Policy").flatMap { headers[$0] }?.hasPrefix("camera=(self),") == true)
        }
        try await page.open(server.site.link(code))
        look()
        try await page.submit()
        look()
        try await page.open("\(page.target)?card=PASSPORT")
        look()
        #expect(page.answer.headers[.contentSecurityPolicy]?.contains("script-src 'self'; style-src") == true)
        try await page.send(Self.front)
        look()
        #expect(allowed == [false, false, true, false])
    }

    @Test("a code that isn't known, is used, is over or is another realm's gets one answer, and so do two browsers with one code")
    func oneAnswer() async throws {
        let server = try await VerifyServer()
        let (used, over) = (try await server.create().code, try await server.create().code)
        try await TestApp(server, seed: 1).begin(used)
        var answers: [String] = []
        func answer(_ code: Secret, _ query: String? = nil) async throws {
            let page = TestPage(server)
            try await page.open(query ?? server.site.link(code))
            #expect(try await page.submit(["code": code.reveal()]) == 404)
            answers.append(page.text.replacing(page.fields["csrf"] ?? "-", with: ""))
        }
        try await answer(Secret("000000000000"))
        try await answer(used)
        server.time.advance(by: 900)
        try await answer(over)
        #expect(Set(answers).count == 1 && answers[0].contains("was used, or is no longer valid"))
        let (first, second) = (TestPage(server), TestPage(server))
        let code = try await server.create().code
        #expect(try await first.begin(code) == 200)
        try await second.open(server.site.link(code))
        #expect(try await second.submit() == 404)
        #expect(try await first.begin(code) == 200, "the same browser is answered again")
        #expect(try await second.open("/verify?realm=\(UUID.zero.text)&code=\(code.reveal())") == 404)
    }

    @Test("guesses count by address with those of apps")
    func guesses() async throws {
        let server = try await VerifyServer()
        let code = try await server.create().code
        for _ in 0..<20 {
            let page = TestPage(server)
            #expect(try await page.begin(Secret("000000000000")) == 404)
        }
        let page = TestPage(server)
        #expect(try await page.begin(code) == 429)
        #expect(try await TestApp(server, seed: 1).start(code).code == "rate_limited")
        server.time.advance(by: 60)
        #expect(try await page.submit() == 200)
    }

    @Test(
        "no other browser, realm, app or form gets at a transaction",
        arguments: ["", "?step=review", "/submission", "/pictures/PASSPORT/FRONT"])
    func others(_ path: String) async throws {
        let server = try await VerifyServer()
        let (page, other) = (try await begun(server), try await begun(server))
        let base = page.target
        func send(_ browser: TestPage, _ base: String) async throws -> Int {
            if path.hasPrefix("/pictures") { return try await browser.send(Self.front, to: base + path) }
            return path.hasPrefix("/") ? try await browser.submit(to: base + path) : try await browser.open(base + path)
        }
        try await other.open("\(other.target)?card=PASSPORT")
        #expect(try await send(other, base) == 404)
        let without = TestPage(server)
        #expect(try await send(without, base) == 404)
        let foreign = base.replacing(server.realm.id.text, with: UUID.zero.text)
        try await page.open("\(base)?card=PASSPORT")
        #expect(try await send(page, foreign) == 404)
        guard path.hasPrefix("/") else { return }
        // A page of another site can't know the form's token.
        let held = page.cookie
        let forged = TestPage(server)
        forged.hold(held)
        #expect(try await send(forged, base) == 403)
        #expect(try await server.rows("SELECT * FROM verification_images").isEmpty)
    }

    @Test("an app can't go on with a browser's transaction")
    func apps() async throws {
        let server = try await VerifyServer()
        let (transaction, code) = try await server.create()
        let page = TestPage(server)
        try await page.begin(code)
        let app = try TestApp(server, seed: 1)
        #expect(try await app.start(code).code == "not_found")
        #expect(try await app.call(.get, "\(app.base)/verifications/\(transaction.id.text)").code == "not_found")
    }

    @Test("the policy decides about the selfie: not asked for, passed over, or required")
    func selfies() async throws {
        for (use, asked, required) in [(PartUse.disabled, false, false), (.optional, true, false), (.required, true, true)] {
            let server = try await VerifyServer()
            server.policies.change { $0.facialComparison.use = use }
            let page = try await begun(server)
            let base = page.target
            try await page.open("\(base)?card=PASSPORT")
            #expect(page.text.contains(asked ? "Step 1 of 2" : "Step 1 of 1"))
            try await page.send(Self.front)
            #expect(page.text.contains(asked ? "Your face" : "Send everything"))
            #expect(page.text.contains("Continue without") == (asked && !required))
            let submission = "\(base)/submission"
            if asked, !required {
                try await page.open("\(base)?step=review")
                #expect(page.text.contains("not taken"))
            }
            if required {
                #expect(try await page.submit(to: submission) == 400)
                #expect(page.text.contains("A picture is missing") && page.text.contains("Your face"))
                try await page.send(Self.selfie)
            }
            let form = page.fields
            #expect(try await page.submit(to: submission) == 200)
            #expect(page.text.contains("being checked"))
            // Nothing takes a picture any more.
            #expect(try await page.send(Self.selfie, form, to: "\(base)/pictures/SELFIE/SELFIE") == 404)
        }
    }

    @Test("of two submissions at once one counts, and a token that is spent does nothing")
    func parallel() async throws {
        let server = try await VerifyServer()
        let page = try await begun(server)
        let base = page.target
        try await page.takeLicence()
        let (fields, headers, body) = (page.fields, page.formHeaders, page.formBody())
        async let one = server.send(.post, "\(base)/submission", headers: headers, body: body)
        async let two = server.send(.post, "\(base)/submission", headers: headers, body: body)
        #expect(try await (one.status, two.status) == (303, 303))
        try await page.open(base)
        #expect(page.text.contains("being checked"))
        #expect(try await server.rows("SELECT submissions FROM verifications").map { try $0.int("submissions") } == [1])
        #expect(try await server.rows("SELECT * FROM verification_orders").count == 1)
        #expect(try await page.send(Self.front, fields, to: "\(base)/pictures/DRIVING_LICENSE/FRONT") == 200)
        #expect(try await server.rows("SELECT * FROM verification_images WHERE submission IS NULL").isEmpty)
    }

    @Test("faults are told with the step, which can be taken again or kept")
    func faults() async throws {
        let pictures = ScriptedPictures()
        var report = VisionReport(kind: .png, width: 30, height: 30)
        report.faces = []
        pictures.tell(report, of: Self.front)
        let server = try await VerifyServer(pictures: pictures)
        let page = try await begun(server)
        try await page.open("\(page.target)?card=PASSPORT")
        try await page.send(Self.front)
        #expect(page.text.contains("No face was found") && page.text.contains("Use it all the same"))
        #expect(page.target.contains("picture=FRONT"))
        pictures.refuse(Self.back)
        try await page.send(Self.back)
        #expect(page.text.contains("can’t be opened") && page.target.contains("picture=FRONT"), "\(page.text)")
        #expect(try await page.send(Self.selfie) == 200)
        #expect(page.text.contains("Send everything") && page.text.contains(": taken<"), "\(page.text)")
        #expect(try await server.rows("SELECT * FROM verification_images").count == 1)
    }

    @Test("what is no picture, too large a file and too many in a minute are refused on the step's page")
    func refused() async throws {
        let server = try await VerifyServer()
        let page = try await begun(server)
        try await page.open("\(page.target)?card=PASSPORT")
        #expect(try await page.send([]) == 400)
        #expect(try await page.send(Array("no picture".utf8)) == 400)
        #expect(page.text.contains("Please choose a picture") && page.text.contains("Step 1 of 1"))
        #expect(try await page.send([UInt8](repeating: 0, count: (8 << 20) + 1)) == 413)
        #expect(page.text.contains("The file is too large"))
        let fields = page.fields
        for _ in 0..<17 { #expect(try await page.send([], fields, to: try page.action) == 400) }
        #expect(try await page.send(Self.front) == 429)
        server.time.advance(by: 60)
        #expect(try await page.send(Self.front) == 200)
    }

    @Test("another document takes the place of the one before, files included")
    func otherDocument() async throws {
        let server = try await VerifyServer()
        let page = try await begun(server)
        let base = page.target
        try await page.takeLicence()
        #expect(server.files.names().count == 2)
        try await page.open("\(base)?step=choice")
        #expect(page.text.contains("Which document"))
        try await page.open("\(base)?card=PASSPORT")
        try await page.send(Self.front)
        #expect(page.text.contains("Passport: the page") && !page.text.contains("driving"))
        #expect(server.files.names().count == 1)
    }

    @Test("after a negative result the page takes pictures again, as often as the policy says, and gives the reasons")
    func retries() async throws {
        let server = try await VerifyServer()
        server.policies.change { $0.governmentID.retries.attempts = 1 }
        server.time.advance(by: 10 * 365 * 86_400)
        let page = try await begun(server)
        let base = page.target
        try await page.takeLicence()
        try await page.submit()
        try await server.work()
        try await page.open(base)
        #expect(
            page.text.contains("could not be verified") && page.text.contains("The document has expired.")
                && page.text.contains("Try again"))
        try await page.open("\(base)?step=choice")
        try await page.open("\(base)?card=DRIVING_LICENSE")
        try await page.send(Self.front)
        try await page.send(Self.back)
        #expect(page.text.contains("Send everything"))
        try await page.submit()
        try await server.work()
        try await page.open(base)
        #expect(page.text.contains("could not be verified") && !page.text.contains("Try again"))
    }

    @Test("the time for data ends the page's steps, and a deleted transaction says so")
    func ends() async throws {
        let server = try await VerifyServer()
        let (page, deleted) = (try await begun(server), try await begun(server))
        let base = page.target
        let id = try #require(UUID(text: String(deleted.target.suffix(36))))
        _ = try await server.verifications.delete(id, of: server.user.id, at: server.site)
        try await deleted.open(deleted.target)
        #expect(deleted.text.contains("was withdrawn"))
        try await page.open("\(base)?card=PASSPORT")
        server.time.advance(by: 900)
        #expect(try await page.send(Self.front) == 200)
        #expect(page.text.contains("The time is over"))
        #expect(try await server.rows("SELECT * FROM verification_images").isEmpty)
    }

    @Test("a picture that waits is sealed with its key in the row, and gone with the transaction's data")
    func atRest() async throws {
        let server = try await VerifyServer()
        let page = try await begun(server)
        let base = page.target
        try await page.open("\(base)?card=PASSPORT")
        try await page.send(Self.front)
        let row = try #require(try await server.rows("SELECT draft, file FROM verification_images").first)
        let file = try await server.files.read(try row.text("file"), from: 0, count: Self.front.count + 16)
        #expect(file.count == Self.front.count + 16 && !Data(file).contains(Data(Self.front.prefix(64))))
        #expect(!String(decoding: try row.blob("draft"), as: UTF8.self).contains("PASSPORT"))
        try await page.submit(to: "\(base)/submission")
        #expect(try await server.rows("SELECT * FROM verification_images WHERE draft IS NOT NULL").isEmpty, "the key is the submission's")
        let id = try #require(UUID(text: String(base.suffix(36))))
        _ = try await server.verifications.delete(id, of: server.user.id, at: server.site)
        #expect(try await server.rows("SELECT * FROM verification_images").isEmpty)
        #expect(server.files.names().isEmpty)
    }

    @Test("German and French are spoken")
    func languages() async throws {
        let server = try await VerifyServer()
        let code = try await server.create().code
        for (language, words) in [("de-CH", "Identität bestätigen"), ("fr", "Vérifier votre identité")] {
            let answer = try await server.send(.get, server.site.link(code), headers: [.acceptLanguage: language])
            #expect(answer.text.contains(words))
        }
    }
}
