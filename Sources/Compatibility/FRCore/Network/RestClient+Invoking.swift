import CallbackBridge
package import DeviceFoundation
import Primitives

#if canImport(FoundationNetworking)
package import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Takes the outcome of a request.
public typealias ResultCallback = (RestClient.Result) -> Void

extension RestClient {
    /// The outcome of a request. It stands in ``RestClient`` so that it doesn't hide Swift's own `Result` from apps.
    public enum Result {
        /// The members of the answer's JSON object, and the answer itself.
        case success(result: [String: Any], httpResponse: URLResponse?)
        /// The failure: a ``NetworkError``.
        case failure(error: any Error)
    }

    /// Sends a request, over the pins and the handler that are set. With an action it passes the registered interceptors before.
    /// The completion is called on a thread of the SDK's.
    public func invoke(request: Request, action: Action? = nil, completion: @escaping ResultCallback) {
        let (exchange, done) = (Handoff((request, action)), Handoff(completion))
        Task { done.value(await self.result(of: exchange).value) }
    }

    /// Sends a request as ``invoke(request:action:completion:)``, and waits for the answer.
    public func invokeSync(request: Request, action: Action? = nil) -> Result {
        let exchange = Handoff((request, action))
        return Bridge.wait { await self.result(of: exchange) }.value
    }

    private func result(of exchange: Handoff<(Request, Action?)>) async -> Handoff<Result> {
        let (request, action) = exchange.value
        do {
            let device = Device(
                transport: try transport(), log: DeviceFoundation.Log(.all, to: FRLogDestination()),
                timeout: Duration(clamping: request.timeoutInterval), keepsCookies: false, platform: "ios")
            return Handoff(await device.result(of: request, for: action))
        } catch { return Handoff(.failure(error: error)) }
    }
}

extension Device {
    /// Sends a request of an app's own, which passes the registered interceptors where it has an action, and returns the outcome.
    package func result(of request: Request, for action: Action?) async -> RestClient.Result {
        let changed = action.map { FRRequestInterceptorRegistry.shared.run(request, $0) } ?? request
        guard let message = changed.message else { return .failure(error: NetworkError.invalidRequest("\(changed.url) is not a URL")) }
        do {
            let answer = try await send(message, as: RequestAction(action?.type ?? "REQUEST"))
            return Response(data: Data(answer.body), response: answer.foundation(from: message.url), error: nil).parseReponse()
        } catch { return .failure(error: NetworkError(error)) }
    }
}

extension HTTPResponse {
    /// The answer as Foundation has it, without its body.
    package func foundation(from url: URL) -> HTTPURLResponse? {
        let fields = Dictionary(headers.fields.map { ($0.name, $0.value) }) { first, second in "\(first), \(second)" }
        return HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
    }
}
