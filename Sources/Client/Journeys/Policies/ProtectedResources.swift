public import DeviceFoundation
package import Foundation
public import JourneyMessages
public import PolicyMessages
import Primitives

/// Gets resources that policies protect: where one wants more, the journey that it wants is run, and the request repeated.
///
/// ```swift
/// let bank = ProtectedResources(below: ["https://api.example.com/bank/"], journey: journey)
/// let response = try await bank.send(HTTPRequest(.post, transfer)) { step in
///     step.answer(.password, with: password)
/// }
/// ```
///
/// The session goes with a request in the device's cookies; what else the resource wants, such as an access token, is in the request.
public struct ProtectedResources: Sendable {
    private let prefixes: [URL]
    private let journey: Journey

    /// The number of times that a request is repeated: a policy may want a step-up, and then the approval of a transaction.
    private static let mostSteps = 3

    /// - Parameters:
    ///   - prefixes: the URLs below which a server's advice is followed: scheme, host and port are compared, and the beginning of the path.
    ///     Any other server can't make the user do anything.
    ///   - journey: where the step-ups are made.
    public init(below prefixes: [String], journey: Journey) {
        self.prefixes = prefixes.compactMap(URL.init(string:))
        self.journey = journey
    }

    /// Sends a request, and does what its policy wants: `answering` fills in the steps of the journey, as in
    /// ``Journey/run(_:options:isolation:answering:)``.
    ///
    /// - Returns: the answer of the resource, or the last refusal when a policy wants the same again that has just been done.
    /// - Throws: `TransportError`, ``JourneyError`` when a journey doesn't succeed, or what `answering` throws.
    public func send(
        _ request: HTTPRequest, isolation: isolated (any Actor)? = #isolation, answering: (inout Step) async throws -> Void
    ) async throws -> HTTPResponse {
        var request = request
        if request.headers[Self.form.name] == nil { request.headers[Self.form.name] = Self.form.value }
        var done: Set<PolicyAdvice.Condition> = []
        var response = try await journey.device.send(request, as: .resource)
        while done.count < Self.mostSteps, covers(request.url), let advice = response.policyAdvice,
            let wanted = advice.entries.first?.condition, done.insert(advice.transactionID == nil ? wanted : .transaction).inserted
        {
            _ = try await journey.run(advice: advice, isolation: isolation, answering: answering)
            response = try await journey.device.send(request.approved(by: advice), as: .resource)
        }
        return response
    }

    /// Asks a gateway for its advice in a header (`docs/protocols/step-protocol.md` 1.3).
    private static let form = (name: "x-authenticate-response", value: "header")

    private func covers(_ url: URL) -> Bool { prefixes.contains { url.isBelow($0) } }
}

extension HTTPRequest {
    /// The request with the id of the transaction that the user approved, as gateways read it (`docs/protocols/step-protocol.md` 10.4).
    public func approved(by advice: PolicyAdvice) -> HTTPRequest {
        guard let id = advice.transactionID else { return self }
        var request = self
        request.addQuery([(name: "_txid", value: id)])
        return request
    }
}

extension URL {
    /// Whether it is on the same server as another URL, and its path begins with the other's, segment by segment.
    package func isBelow(_ prefix: URL) -> Bool {
        guard scheme?.lowercased() == prefix.scheme?.lowercased(), host()?.lowercased() == prefix.host()?.lowercased(),
            effectivePort == prefix.effectivePort
        else { return false }
        let (path, start) = (standardized.path(), prefix.path())
        let folder = start.hasSuffix("/") ? start : start + "/"
        return path == start || path.hasPrefix(folder) || path + "/" == folder
    }

    private var effectivePort: Int? { port ?? ["http": 80, "https": 443][scheme?.lowercased() ?? ""] }
}

extension RequestAction {
    /// Gets a resource of the app's own server.
    static let resource = RequestAction("RESOURCE")
}
