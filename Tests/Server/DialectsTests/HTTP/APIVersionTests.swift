@testable import HTTPBase
import HTTPTypes
import Hummingbird
import Testing

@Suite("Accept-API-Version")
struct APIVersionTests {
    private let versions = APIVersions(latest: APIVersion(4, 0), others: [APIVersion(2, 0), APIVersion(2, 1), APIVersion(3, 1)])

    @Test(
        "the highest version of the same major that is not newer is taken",
        arguments: [
            ("resource=2.1,protocol=1.0", APIVersion(2, 1)), ("protocol=1.0,resource=2.1", APIVersion(2, 1)),
            ("resource=2.1, protocol=1.0", APIVersion(2, 1)), ("resource=3.1", APIVersion(3, 1)),
            ("resource=2.9", APIVersion(2, 1)), (" resource = 2.0 ", APIVersion(2, 0)), ("protocol=1.0", APIVersion(4, 0)),
        ])
    func negotiated(header: String, expected: APIVersion) throws {
        #expect(try versions.negotiate(request(header)) == expected)
    }

    @Test("without the header it is the latest")
    func missing() throws { #expect(try versions.negotiate(request(nil)) == APIVersion(4, 0)) }

    @Test(
        "a version that isn't there is a 404", arguments: ["resource=9.0", "resource=1.0", "resource=3.0", "resource=two", "resource=-2"])
    func unknown(header: String) throws {
        let error = #expect(throws: WireError.self) { try versions.negotiate(request(header)) }
        #expect(error?.status == .notFound)
        #expect(error?.message.hasPrefix("Accept-API-Version:") == true)
    }

    private func request(_ header: String?) -> Request {
        var headers = HTTPFields()
        headers[.acceptAPIVersion] = header
        let head = HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/", headerFields: headers)
        return Request(head: head, body: RequestBody(buffer: .init()))
    }
}
