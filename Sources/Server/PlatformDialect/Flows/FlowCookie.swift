import HTTPBase
import Primitives
import Foundation
import Hummingbird
import Directory

/// The cookie `ST`: it ties a flow to its client, and then holds the session that the flow has made (`docs/protocols/platform.md` 6.1).
struct FlowCookie: Sendable {
    private static let name = "ST"
    /// No value of ours is nearly as long.
    private static let longest = 1024

    private let isSecure: Bool
    private let path: String

    init(_ address: PublicAddress, _ realm: Realm) {
        isSecure = address.isSecure
        path = "/" + realm.id.text
    }

    func carrying(_ value: String) -> Cookie {
        Cookie(name: Self.name, value: value, path: path, secure: isSecure, httpOnly: true, sameSite: .lax)
    }

    /// The values that a client holds; of several the one counts whose flow or session there is.
    static func values(in request: Request) -> [String] { request.cookieValues(name).filter { $0.utf8.count <= longest } }
}
