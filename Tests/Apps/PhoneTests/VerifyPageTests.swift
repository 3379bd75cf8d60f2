import ArgumentParser
import AsyncHTTPTransport
import DeviceFoundation
import Directory
import Foundation
import Foundations
import Primitives
import ServerTesting
import Services
import TestVectors
import Testing
import VerificationMessages
import Verifications

@testable import phone

@Suite("The page that verifies identity, against a server", .timeLimit(.minutes(5)))
struct VerifyPageTests {
    /// A served page, and a server whose realm has verifications.
    private struct Scene {
        let page: PhonePage
        let address: String
        let server: TestServer
        let site: VerificationSite
        let user: UUID

        func text(_ path: String) async throws -> String {
            let answer = try await AsyncHTTPTransport().send(HTTPRequest(.get, try #require(URL(string: address + path))))
            return String(decoding: answer.body, as: UTF8.self)
        }

        func press(_ path: String, _ fields: [(String, String)] = []) async throws -> Int {
            var request = HTTPRequest(.post, try #require(URL(string: address + path)))
            var form = URLComponents()
            form.queryItems = ([("token", page.token)] + fields).map { URLQueryItem(name: $0.0, value: $0.1) }
            request.setForm(encoded: form.percentEncodedQuery ?? "")
            return try await AsyncHTTPTransport().send(request).status
        }

        /// Sends the form with pictures, as a browser does.
        func submit(_ fields: [(name: String, file: String?, content: [UInt8])], token: String? = nil) async throws -> Int {
            var body = Data()
            for (name, file, content) in [("token", nil, Array((token ?? page.token).utf8))] + fields {
                let named = file.map { "; filename=\"\($0)\"\r\nContent-Type: application/octet-stream" } ?? ""
                body += Data("--form\r\nContent-Disposition: form-data; name=\"\(name)\"\(named)\r\n\r\n".utf8)
                body += Data(content) + Data("\r\n".utf8)
            }
            body += Data("--form--\r\n".utf8)
            var request = HTTPRequest(.post, try #require(URL(string: address + "/verify/submit")))
            request.headers["Content-Type"] = "multipart/form-data; boundary=form"
            request.body = Array(body)
            return try await AsyncHTTPTransport().send(request).status
        }

        func transaction() async throws -> VerifyTransaction {
            try #require(try await server.domain.verifications.transactions(of: user, at: site).first)
        }
    }

    private func run(_ body: @Sendable @escaping (Scene) async throws -> Void) async throws {
        try await TestServer.run { server in
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            var realm = try await server.domain.directory.realms.realm(at: try #require(RealmPath("alpha")))
            realm.settings[VerificationSettings.self].verification = true
            try await server.domain.directory.realms.update(realm)
            let user = try await server.domain.directory.users.create("sky", in: realm.id)
            let page = PhonePage(
                try PhoneSession(try PhoneOptions.parse(["--data", directory.path])), name: "A", port: 0, random: SeededRandom(seed: 3))
            let (addresses, feed) = AsyncStream.makeStream(of: String.self)
            let running = Task { try await page.run { feed.yield($0) } }
            defer { running.cancel() }
            for await address in addresses {
                let scene = Scene(
                    page: page, address: String(address.dropLast()), server: server, site: VerificationSite(realm, address: server.url),
                    user: user.id)
                #expect(try await scene.text("/verify").contains("No verification was begun yet"))
                try await body(scene)
                return
            }
        }
    }

    @Test("a code is begun and photographs are submitted, by forms alone")
    func submitted() async throws {
        try await run { scene in
            let code = try await scene.server.domain.verifications.create(VerifyTransactionOrder(), for: scene.user, at: scene.site).code
            let link = scene.site.link(code)
            // A server that the phone doesn't know is asked nothing without the user's word.
            #expect(try await scene.press("/verify/begin", [("code", link)]) == 303)
            #expect(try await scene.text("/verify").contains("trust"))
            #expect(try await scene.transaction().status == .requested)
            #expect(try await scene.press("/verify/begin", [("code", link), ("trust", "1")]) == 303)
            let begun = try await scene.text("/verify")
            #expect(begun.contains("INITIATED") && begun.contains("enctype=\"multipart/form-data\"") && !begun.contains("<script"))
            let files = try ["rgb.png", "licence.png"].map { try Array(TestVectors.data("vision/\($0)")) }
            let type = ("type", nil as String?, Array("DRIVING_LICENSE".utf8))
            let wrong = try await scene.submit([type, ("front", "a.png", Array("no picture".utf8)), ("back", "", [])])
            #expect(wrong == 303)
            #expect(try await scene.text("/verify").contains("front: "))
            #expect(try await scene.transaction().attempts == 0)
            let right = try await scene.submit([type, ("front", "a.png", files[0]), ("back", "b.png", files[1])])
            #expect(right == 303)
            #expect(try await scene.transaction().attempts == 1)
            #expect(try await scene.text("/verify").contains("the photographs were submitted"))
        }
    }

    @Test("a form of another page submits nothing")
    func foreign() async throws {
        try await run { scene in
            let status = try await scene.submit([("type", nil, Array("PASSPORT".utf8))], token: "guess")
            #expect(status == 403)
        }
    }
}
