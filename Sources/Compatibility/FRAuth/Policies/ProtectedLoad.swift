import FRCore
import DeviceFoundation
import Foundation
import Journeys
import PolicyMessages
import Primitives

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Loads one protected resource: once, and once more after a step-up. A policy that first wants a journey and then a transaction gets both.
struct ProtectedLoad {
    private static let mostSteps = 3

    let policy: AuthorizationPolicy?
    let tokens: TokenManagementPolicy?
    let pins: PinSet?

    func load(_ request: URLRequest) async throws -> HTTPResponse {
        let resource = TokenLoad(runtime: try SDK.runtime(), policy: tokens, pins: pins)
        var response = try await resource.send(request)
        guard let url = request.url, policy?.covers(url) == true else { return response }
        var done: Set<PolicyAdvice.Condition> = []
        while done.count < Self.mostSteps, let advice = advice(in: response, to: request),
            let wanted = advice.entries.first?.condition, done.insert(advice.transactionID == nil ? wanted : .transaction).inserted
        {
            guard await follow(advice), let delegate = policy?.delegate else { break }
            let next = delegate.updateRequest(originalRequest: request, txId: advice.transactionID)
            response = try await resource.send(next)
        }
        return response
    }

    /// Returns the advice that the answer gives, or that the app reads in it.
    private func advice(in response: HTTPResponse, to request: URLRequest) -> PolicyAdvice? {
        if let advice = response.policyAdvice { return advice }
        let answer = request.url.flatMap(response.foundation)
        return policy?.delegate?.evaluateAuthorizationPolicy(responseData: Data(response.body), response: answer, error: nil)
    }

    /// Asks the app to do what is wanted.
    private func follow(_ advice: PolicyAdvice) async -> Bool {
        guard let delegate = policy?.delegate else { return false }
        let (results, continuation) = AsyncStream.makeStream(of: Bool.self)
        delegate.onPolicyAdviseReceived(policyAdvice: advice) { result in
            continuation.yield(result)
            continuation.finish()
        }
        for await result in results { return result }
        return false
    }
}

extension HTTPRequest {
    /// Foundation's request as the SDK's transports send it.
    /// - Throws: `invalidAddress` for one without a URL or with a method that isn't sent.
    init(_ request: URLRequest) throws(TransportError) {
        guard let url = request.url, let method = DeviceFoundation.HTTPMethod(exactly: request.httpMethod ?? "GET") else {
            throw TransportError(.invalidAddress, "a request without URL, or with the method \(request.httpMethod ?? "")")
        }
        self.init(method, url, body: [UInt8](request.httpBody ?? request.httpBodyStream?.content ?? Data()))
        for (name, value) in request.allHTTPHeaderFields ?? [:] { headers[name] = value }
    }
}

extension InputStream {
    /// All that is in it: a session hands a body over as a stream.
    fileprivate var content: Data {
        open()
        defer { close() }
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while case let count = read(&buffer, maxLength: buffer.count), count > 0 { data.append(contentsOf: buffer[..<count]) }
        return data
    }
}
