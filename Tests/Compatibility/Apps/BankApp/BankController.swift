public import AppScreens
import FRAuth
public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Loads what policies and tokens protect over a session with the SDK's protocol class, and steps up where it has to.
public final class BankController {
    private let screen: any Screen
    private let session: URLSession

    public init(screen: any Screen, protecting url: URL) {
        self.screen = screen
        // Nothing but the policies holds their delegates.
        FRURLProtocol.authorizationPolicy = AuthorizationPolicy(validatingURL: [url], delegate: StepUp(screen: screen))
        FRURLProtocol.tokenManagementPolicy = TokenManagementPolicy(validatingURL: [url], delegate: Tokens())
        let configuration = URLSessionConfiguration.default
        configuration.protocolClasses = [FRURLProtocol.self]
        session = URLSession(configuration: configuration)
    }

    public func load(_ url: URL, finished: @escaping @Sendable (_ status: Int, _ text: String) -> Void) {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("header", forHTTPHeaderField: "x-authenticate-response")
        session.dataTask(with: request) { data, response, _ in
            finished((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data ?? Data(), as: UTF8.self))
        }.resume()
    }

    public func close() {
        FRURLProtocol.authorizationPolicy = nil
        FRURLProtocol.tokenManagementPolicy = nil
        session.finishTasksAndInvalidate()
    }
}

private final class StepUp: AuthorizationPolicyDelegate {
    private let screen: any Screen

    init(screen: any Screen) { self.screen = screen }

    func onPolicyAdviseReceived(policyAdvice: PolicyAdvice, completion: @escaping FRCompletionResultCallback) {
        screen.show("Approve \(policyAdvice.type?.rawValue ?? "") \(policyAdvice.txId == policyAdvice.value)")
        FRSession.authenticate(policyAdvice: policyAdvice) { token, node, error in self.handle(token, node, completion) }
    }

    private func handle(_ token: Token?, _ node: Node?, _ completion: @escaping FRCompletionResultCallback) {
        guard let node else { return completion(token != nil) }
        for callback in node.callbacks {
            guard let single = callback as? SingleValueCallback else { continue }
            single.setValue(screen.entry(for: single.prompt ?? ""))
        }
        node.next { token, node, error in self.handle(token, node, completion) }
    }
}

private final class Tokens: TokenManagementPolicyDelegate {
    func evaluateTokenRefresh(responseData: Data?, response: URLResponse?, error: (any Error)?) -> Bool { false }
}
