import ClientTesting
import DeviceFoundation
import Foundation
import Primitives
import Testing

@Suite("Sending through a device")
struct DeviceSendingTests {
    private let transport = ScriptedTransport { _ throws(TransportError) in
        HTTPResponse(status: 200, headers: ["Set-Cookie": "s=1; Path=/"])
    }

    private func request(_ text: String = "https://am.example.com/am") throws -> HTTPRequest {
        HTTPRequest(.post, try #require(URL(string: text)))
    }

    @Test("every request says whose it is")
    func marks() async throws {
        _ = try await Device(transport: transport, platform: "ios").send(try request(), as: .logout)
        let sent = try #require(transport.requests.first)
        #expect(sent.headers["x-requested-with"] == "forgerock-sdk")
        #expect(sent.headers["x-requested-platform"] == "ios")
        #expect(sent.timeout == .seconds(30))
    }

    @Test("interceptors run in order, each on what the former made, and know the action")
    func interceptors() async throws {
        let first = Intercept { request, action in request.headers["x-seen"] = action.name }
        let second = Intercept { request, action in request.headers["x-seen"]? += "/\(action.journey ?? "")" }
        let device = Device(transport: transport, interceptors: [first, second])
        _ = try await device.send(try request(), as: .startAuthenticate("Login"))
        #expect(transport.requests.first?.headers["x-seen"] == "START_AUTHENTICATE/Login")
    }

    @Test("an interceptor may change everything: URL, method, headers, body")
    func changes() async throws {
        let device = Device(
            transport: transport,
            interceptors: [
                Intercept { request, _ in
                    request.addQuery([("ForceAuth", "true")])
                    request.method = .put
                    request.headers["x-requested-with"] = nil
                    request.setJSON(["a": 1])
                }
            ])
        _ = try await device.send(try request(), as: .authenticate("Login"))
        let sent = try #require(transport.requests.first)
        #expect(sent.url.absoluteString == "https://am.example.com/am?ForceAuth=true")
        #expect(sent.method == .put)
        #expect(sent.headers["x-requested-with"] == nil)
        #expect(sent.json == ["a": 1])
    }

    @Test("cookies are kept and follow the URL that is really called")
    func cookies() async throws {
        let elsewhere = try #require(URL(string: "https://elsewhere.example.org/"))
        let redirect = Intercept { request, action in if action == .logout { request.url = elsewhere } }
        let device = Device(transport: transport, interceptors: [redirect])
        _ = try await device.send(try request(), as: .authenticate("Login"))
        _ = try await device.send(try request(), as: .authenticate("Login"))
        _ = try await device.send(try request(), as: .logout)
        #expect(transport.requests.map { $0.headers["Cookie"] } == [nil, "s=1", nil])
    }

    @Test("cookies can be turned off")
    func noCookies() async throws {
        let device = Device(transport: transport, keepsCookies: false)
        for _ in 0..<2 { _ = try await device.send(try request(), as: .logout) }
        #expect(transport.requests.map { $0.headers["Cookie"] } == [nil, nil])
    }

    @Test("an interceptor's own cookie goes beside those of the jar")
    func ownCookie() async throws {
        let member = Intercept { request, _ in request.headers["Cookie"] = "member=gold; level=2" }
        let device = Device(transport: transport, interceptors: [member])
        for _ in 0..<2 { _ = try await device.send(try request(), as: .logout) }
        #expect(transport.requests.last?.headers["Cookie"] == "member=gold; level=2; s=1")
    }

    @Test("no secret reaches the log")
    func redaction() async throws {
        let log = RecordingLog()
        let device = Device(transport: transport, log: Log(.all, to: log))
        var request = try request("https://user:hunter2@am.example.com/am?_action=x&id_token_hint=s3cret&code=s3cret#s3cret")
        request.headers["Authorization"] = "Bearer s3cret"
        request.headers["iPlanetDirectoryPro"] = "s3cret"
        request.setForm(encoded: "refresh_token=s3cret")
        for _ in 0..<2 { _ = try await device.send(request, as: .endSession) }
        #expect(log.text.contains("END_SESSION: POST https://am.example.com/am?_action=x&id_token_hint=‹redacted›&code=‹redacted›"))
        #expect(log.text.contains("status 200"))
        for secret in ["s3cret", "hunter2", "s=1"] { #expect(!log.text.contains(secret)) }
    }

    @Test("an error is logged and thrown on")
    func failure() async throws {
        let log = RecordingLog()
        let broken = ScriptedTransport { _ throws(TransportError) in throw TransportError(.cannotConnect, "am.example.com: down") }
        let device = Device(transport: broken, log: Log([.error], to: log))
        await #expect(throws: TransportError(.cannotConnect, "")) { try await device.send(try request(), as: .logout) }
        #expect(log.messages.map(\.level) == [.error])
    }

    @Test("an installation has one identifier, kept in the store")
    func identity() async throws {
        let store = InMemoryStore()
        let identifier = try await Device(transport: transport, store: store).installationID()
        #expect(identifier.count == 22)
        #expect(try await Device(transport: transport, store: store).installationID() == identifier)
        #expect(try await Device(transport: transport, store: InMemoryStore()).installationID() != identifier)
    }
}
