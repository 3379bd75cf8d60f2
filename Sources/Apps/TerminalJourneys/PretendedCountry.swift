package import DeviceFoundation
import Primitives

/// A country that a terminal pretends to be in: its requests bring the header by which a proxy names the client's address, with one of the
/// range for documentation (RFC 3849) that has the country's letters in it, `2001:db8:4154::1` for `AT`.
///
/// A server believes the header only when it was told that a proxy stands in front of it (`--behind-proxy`), and knows the country only by a
/// file of its operator's, such as `examples/risk/places.mmdb`.
package struct PretendedCountry: Sendable, Equatable {
    /// The code of ISO 3166-1, of two capital letters.
    package let code: String

    /// nil for a text that isn't two letters.
    package init?(_ text: String) {
        let letters = text.uppercased().utf8
        guard letters.count == 2, letters.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else { return nil }
        code = String(decoding: letters, as: UTF8.self)
    }

    /// The address that the requests seem to come from.
    package var address: String { "2001:db8:" + code.utf8.map { String($0, radix: 16) }.joined() + "::1" }

    /// A transport whose requests seem to come from this country.
    package func transport(over transport: any HTTPTransport) -> any HTTPTransport { Forwarding(transport: transport, address: address) }

    private struct Forwarding: HTTPTransport {
        let transport: any HTTPTransport
        let address: String

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { try await transport.send(marked(request)) }

        func stream(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream { try await transport.stream(marked(request)) }

        private func marked(_ request: HTTPRequest) -> HTTPRequest {
            var request = request
            request.headers["X-Forwarded-For"] = address
            return request
        }
    }
}
