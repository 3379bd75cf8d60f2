import DialectTesting
import Dialects
@testable import HTTPBase
import HTTPTypes
import Hummingbird
import Primitives
import Store
import Testing

@Suite("The client's address behind a proxy")
struct ClientAddressTests {
    private static let (old, new) = (HTTPField.Name.known("X-Forwarded-For"), HTTPField.Name.known("Forwarded"))

    private func read(_ headers: HTTPFields, by proxy: ClientAddress.Header = .automatic) async throws -> ServerResponse {
        let server = try await ServerHarness(
            adjust: { $0.http.proxyHeader = proxy },
            routes: .test([.get("address") { _, _ in .json(text: Requester.address ?? "-") }]))
        return try await server.send(.get, "/address", headers: headers)
    }

    @Test(
        "forms that proxies write",
        arguments: [
            ("203.0.113.7", "203.0.113.7"), ("203.0.113.7:51324", "203.0.113.7"), (" 203.0.113.7 ", "203.0.113.7"),
            ("\"203.0.113.7:51324\"", "203.0.113.7"), ("2001:db8::1", "2001:db8::1"), ("[2001:db8::1]", "2001:db8::1"),
            ("[2001:db8::1]:443", "2001:db8::1"), ("\"[2001:DB8::1]:443\"", "2001:db8::1"), ("2001:DB8:0:0::1", "2001:db8::1"),
            ("::ffff:203.0.113.7", "203.0.113.7"), ("[::ffff:203.0.113.7]:1", "203.0.113.7"), ("fe80::1%eth0", "fe80::1"),
            ("6.6.6.6, 203.0.113.7:1", "203.0.113.7"), ("nonsense, 203.0.113.7", "203.0.113.7"), ("203.0.113.7:_hidden", "203.0.113.7"),
            ("_SEVKISEK", "_SEVKISEK"), ("unknown", "unknown"), ("Unknown:80", "unknown"),
        ])
    func forms(value: String, address: String) async throws {
        #expect(try await read([Self.old: value]).text == address)
    }

    @Test(
        "what is no address is refused, and never the proxy's own",
        arguments: [
            "nonsense", "203.0.113", "203.0.113.7:", "203.0.113.7:123456", "203.0.113.7:x", "203.0.113.7 203.0.113.8", "[2001:db8::1",
            "2001:db8::1]", "[203.0.113.7]", "[2001:db8::1]443", "[2001:db8::1]:", "203.0.113.7,", ",", "1.2.3.4.5", "0x7f.1", "::1::",
            "_", "_a b", "203.0.113.256", "localhost:80", String(repeating: "1", count: 100), "1.2.3.4%00",
        ])
    func refused(value: String) async throws {
        let answer = try await read([Self.old: value])
        // A zone is cut off, whatever it is.
        #expect(answer.status == (value.contains("%") ? .ok : .badRequest), "\(answer.text)")
        #expect(answer.text != "local")
    }

    @Test(
        "RFC 7239",
        arguments: [
            ("for=192.0.2.60;proto=http;by=203.0.113.43", "192.0.2.60"), ("For=\"[2001:db8:cafe::17]:4711\"", "2001:db8:cafe::17"),
            ("for=192.0.2.43, for=198.51.100.17", "198.51.100.17"), ("for=\"_gazonk\"", "_gazonk"), ("for=unknown", "unknown"),
            ("proto=https; for=192.0.2.1", "192.0.2.1"), ("for=\"192.0.2.1\";host=\"a,b;for=6.6.6.6\"", "192.0.2.1"),
            ("for=6.6.6.6;x=\"\\\"\", for=192.0.2.1", "192.0.2.1"), ("for=\"192.0.2.\\1\"", "192.0.2.1"),
        ])
    func forwarded(value: String, address: String) async throws {
        #expect(try await read([Self.new: value]).text == address)
    }

    @Test(
        "what isn't RFC 7239 is refused",
        arguments: ["for", "for=", "by=203.0.113.43", "for=1.2.3.4;for=6.6.6.6", "for=\"1.2.3.4", "1.2.3.4", "for=1.2.3.4, proto=http", ""])
    func malformed(value: String) async throws {
        #expect(try await read([Self.new: value]).status == .badRequest)
    }

    @Test("of two headers the one that is set counts; automatically both must agree")
    func both() async throws {
        let headers: HTTPFields = [Self.old: "192.0.2.1:80", Self.new: "for=6.6.6.6"]
        #expect(try await read(headers).status == .badRequest)
        #expect(try await read(headers, by: .xForwardedFor).text == "192.0.2.1")
        #expect(try await read(headers, by: .forwarded).text == "6.6.6.6")
        #expect(try await read([Self.old: "192.0.2.1:80", Self.new: "for=192.0.2.1"]).text == "192.0.2.1")
        #expect(try await read([:]).text == "local", "the proxy's own request")
    }

    @Test("the last of several lines counts")
    func lines() async throws {
        var headers = HTTPFields()
        headers.append(HTTPField(name: Self.old, value: "6.6.6.6"))
        headers.append(HTTPField(name: Self.old, value: "192.0.2.1:1"))
        #expect(try await read(headers).text == "192.0.2.1")
    }
}
