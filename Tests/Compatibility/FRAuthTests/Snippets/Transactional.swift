import FRAuth
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// "Handle transactions in an iOS app"
class TransactionalViewController: UIViewController {
    let protectedEndpoint: URL
    /// What the user types.
    let password: String
    var urlSession: URLSession?
    /// How often a policy wanted something.
    private(set) var advices: [PolicyAdvice] = []

    init(protectedEndpoint: URL, password: String = "Ch4ng3it!") {
        self.protectedEndpoint = protectedEndpoint
        self.password = password
    }

    /// Steps 1 to 4
    func configure() {
        let authPolicy = AuthorizationPolicy(
            // The document writes a text where a URL is asked for, here and in the request.
            validatingURL: [protectedEndpoint],
            delegate: self
        )
        FRURLProtocol.authorizationPolicy = authPolicy
        _ = URLProtocol.registerClass(FRURLProtocol.self)

        // Configure FRURLProtocol for HTTP client
        let config = URLSessionConfiguration.default
        config.protocolClasses = [FRURLProtocol.self]
        self.urlSession = URLSession(configuration: config)
    }

    func load(_ completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void) {
        var request = URLRequest(url: protectedEndpoint)
        request.httpMethod = "POST"
        request.setValue("header", forHTTPHeaderField: "x-authenticate-response")
        self.urlSession?.dataTask(with: request) { (data, response, error) in completion(data, response, error) }.resume()
    }

    private func handle(_ node: Node, _ completion: @escaping FRCompletionResultCallback) {
        for callback in node.callbacks {
            (callback as? NameCallback)?.setValue("demo")
            (callback as? PasswordCallback)?.setValue(password)
        }
        node.next { (token: Token?, node, error) in
            guard let node else { return completion(token != nil) }
            self.handle(node, completion)
        }
    }
}

/// Step 6
extension TransactionalViewController: AuthorizationPolicyDelegate {
    func onPolicyAdviseReceived(
        policyAdvice: PolicyAdvice, completion: @escaping FRCompletionResultCallback
    ) {
        advices.append(policyAdvice)
        FRSession.authenticate(policyAdvice: policyAdvice) { (token: Token?, node, error) in
            if error != nil {
                //Authentication failed
                completion(false)
                return
            }
            if let _ = token {
                completion(true)
            } else if let node {
                // Handle node.
                // At the end of the authentication, you should get back a Token.
                self.handle(node, completion)
            }
        }
    }
}

/// Steps 5 and 7, which are optional
final class DecoratingViewController: UIViewController, AuthorizationPolicyDelegate {
    let controller: TransactionalViewController
    /// The transactions of the requests that it has changed.
    private(set) var decorated: [String?] = []

    init(_ controller: TransactionalViewController) {
        self.controller = controller
        super.init()
        controller.configure()
        FRURLProtocol.authorizationPolicy = AuthorizationPolicy(validatingURL: [controller.protectedEndpoint], delegate: self)
    }

    func onPolicyAdviseReceived(policyAdvice: PolicyAdvice, completion: @escaping FRCompletionResultCallback) {
        controller.onPolicyAdviseReceived(policyAdvice: policyAdvice, completion: completion)
    }

    func evaluateAuthorizationPolicy(
        responseData: Data?,
        response: URLResponse?,
        error: (any Error)?
    ) -> PolicyAdvice? {
        if let httpResponse = response as? HTTPURLResponse,
            httpResponse.statusCode == 401,
            // In place of `allHeaderFields["Www-Authenticate"] as? String`: Foundation spells the field otherwise on Linux.
            let json = httpResponse.value(forHTTPHeaderField: "Www-Authenticate"),
            let policyAdvice = PolicyAdviceCreator().parseAsBase64(advice: json)
        {
            return policyAdvice
        } else {
            // If PolicyAdvice cannot be constructed, return 'nil' to stop authZ
            return nil
        }
    }

    func updateRequest(originalRequest: URLRequest, txId: String?) -> URLRequest {
        // append txId into the request
        decorated.append(txId)
        var request = originalRequest
        request.url?.append(queryItems: [URLQueryItem(name: "_txid", value: txId)])
        return request
    }
}

extension TransactionalViewController {
    /// The example of FRURLProtocol's own description.
    func configuration(for url: URL) -> URLSessionConfiguration {
        FRURLProtocol.authorizationPolicy = AuthorizationPolicy(validatingURL: [url], delegate: self)
        let configuration = URLSessionConfiguration.default
        configuration.protocolClasses = [FRURLProtocol.self]
        return configuration
    }
}
