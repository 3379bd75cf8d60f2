@testable import HTTPBase

extension [Route] {
    /// Routes that only a test has; shared as the JSON endpoints are.
    static func test(at prefix: String = "", _ declarations: [RouteDeclaration]) -> [Route] {
        RouteFamily([prefix], sharing: .realmOrigins, proofs: [], refusals: .none).routes(declarations)
    }
}
