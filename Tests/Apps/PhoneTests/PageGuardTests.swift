import ArgumentParser
import AsyncHTTPTransport
import DeviceFoundation
import Foundation
import Primitives
import Testing

@testable import phone

@Suite("Who may use the phone's page", .timeLimit(.minutes(5)))
struct PageGuardTests {
    /// Serves a page on a port of its own for as long as `body` runs.
    private func serving(_ body: @Sendable (_ address: String, _ page: PhonePage) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "phone-\(UUID().uuidString)").path(percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let options = try PhoneOptions.parse(["--data", directory, "--offline"])
        let page = PhonePage(try PhoneSession(options), name: "A", port: 0, random: SeededRandom(seed: 3))
        let (addresses, feed) = AsyncStream.makeStream(of: String.self)
        let running = Task { try await page.run { feed.yield($0) } }
        defer { running.cancel() }
        for await address in addresses {
            try await body(address, page)
            return
        }
    }

    private func ask(
        _ method: HTTPMethod, _ url: String, _ headers: HTTPHeaders = [:], form: String = ""
    ) async throws -> HTTPResponse {
        var request = HTTPRequest(method, try #require(URL(string: url)), headers: headers)
        if method == .post { request.setForm(encoded: form) }
        return try await AsyncHTTPTransport().send(request)
    }

    @Test("the page has its policy, and only its own script runs")
    func policy() async throws {
        try await serving { address, page in
            let answer = try await ask(.get, address)
            #expect(answer.status == 200)
            let policy = try #require(answer.headers["Content-Security-Policy"])
            #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
            #expect(String(decoding: answer.body, as: UTF8.self).contains(page.token))
        }
    }

    @Test(
        "another name that leads here is refused",
        arguments: ["evil.example", "evil.example:8090", "127.0.0.1", "127.0.0.1.evil.example:1"])
    func otherName(_ host: String) async throws {
        try await serving { address, _ in
            let answer = try await ask(.get, address, ["Host": host])
            #expect(answer.status == 421)
        }
    }

    @Test(
        "what is no form is refused, and the page lives", arguments: ["{=x", "%", "a=%zz", "a=%ff", "\u{0}", "=", "&&", "a=b[]|\\^`<>\" #"])
    func noForm(_ body: String) async throws {
        try await serving { address, page in
            let answer = try await ask(.post, address + "switch", form: body)
            #expect([400, 403].contains(answer.status), "\(answer.status)")
            let own = try await ask(.post, address + "switch", form: "what=offline&token=\(page.token)&" + body)
            #expect([303, 400].contains(own.status))
            #expect(try await ask(.get, address).status == 200)
        }
    }

    @Test("a form of another page is refused, and one without the token")
    func otherForm() async throws {
        try await serving { address, page in
            for (headers, form) in [
                (HTTPHeaders(), "what=lose"), (HTTPHeaders(), "what=lose&token=wrong"),
                (["Origin": "https://evil.example"], "what=offline&token=\(page.token)"),
                (["Origin": "null"], "what=offline&token=\(page.token)"),
            ] {
                let answer = try await ask(.post, address + "switch", headers, form: form)
                #expect(answer.status == 403)
            }
            let image = try await ask(.post, address + "image", form: "x")
            #expect(image.status == 403)
            #expect(await page.session.view().notices.isEmpty)
            let own = String(address.dropLast())
            let answer = try await ask(.post, address + "switch", ["Origin": own], form: "what=offline&token=\(page.token)")
            #expect(answer.status == 303)
            #expect(await page.session.view().notices == ["the phone is offline"])
        }
    }
}
