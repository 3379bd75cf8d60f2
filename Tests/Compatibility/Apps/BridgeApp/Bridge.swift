public import FRAuth
import FRCore
public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The native half of an app whose screens are written in Dart or JavaScript: nodes, answers and claims cross over as JSON texts, and every call
/// has one reply.
public final class Bridge {
    public typealias Reply = (_ json: String?, _ failure: String?) -> Void

    private var currentNode: Node?
    private let session: URLSession

    public init(protecting api: URL) {
        FRLog.setLogLevel([.network])
        FRURLProtocol.tokenManagementPolicy = TokenManagementPolicy(validatingURL: [api], delegate: nil)
        let configuration = URLSessionConfiguration.default
        configuration.protocolClasses = [FRURLProtocol.self]
        session = URLSession(configuration: configuration)
    }

    public func start(_ options: FROptions, _ reply: Reply) {
        do {
            try FRAuth.start(options: options)
            reply("{}", nil)
        } catch {
            reply(nil, error.localizedDescription)
        }
    }

    public func login(_ reply: @escaping Reply) { FRUser.login { self.handle($0, $1, $2, reply) } }
    public func register(_ reply: @escaping Reply) { FRUser.register { self.handle($0, $1, $2, reply) } }

    /// Takes the answers of the other half: what its form holds for each input.
    public func next(_ json: String, _ reply: @escaping Reply) {
        guard let node = currentNode, let answers = try? JSONDecoder().decode(Answers.self, from: Data(json.utf8)) else {
            return reply(nil, "no node, or no answers")
        }
        for (callback, answer) in zip(node.callbacks, answers.callbacks) {
            if let single = callback as? SingleValueCallback {
                single.setValue(answer.input.first?.value)
            } else if let several = callback as? MultipleValuesCallback {
                several.inputValues = Dictionary(answer.input.map { ($0.name, $0.value) }) { first, _ in first }
            }
        }
        node.next { (user: FRUser?, node, error) in self.handle(user, node, error, reply) }
    }

    public func userInfo(_ reply: @escaping Reply) {
        guard let user = FRUser.currentUser else { return reply(nil, "no user is signed in") }
        user.getUserInfo { (userInfo, error) in
            let claims = userInfo.flatMap { try? JSONSerialization.data(withJSONObject: $0.userInfo) }
            reply(claims.map { String(decoding: $0, as: UTF8.self) }, error?.localizedDescription)
        }
    }

    /// Calls the app's own server with the user's token.
    public func callEndpoint(_ url: URL, finished: @escaping @Sendable (_ status: Int) -> Void) {
        var request = URLRequest(url: url)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue(FRUser.currentUser?.buildAuthHeader(), forHTTPHeaderField: "Authorization")
        session.dataTask(with: request) { _, response, _ in
            finished((response as? HTTPURLResponse)?.statusCode ?? 0)
        }.resume()
    }

    public func logout() {
        FRUser.currentUser?.logout()
        currentNode = nil
    }

    public func close() {
        FRURLProtocol.tokenManagementPolicy = nil
        session.finishTasksAndInvalidate()
    }

    private func handle(_ user: FRUser?, _ node: Node?, _ error: (any Error)?, _ reply: Reply) {
        currentNode = node
        if let node {
            reply(NodeForm(node).json, nil)
        } else if user != nil {
            let token = FRUser.currentUser?.token
            reply(token.flatMap { try? JSONEncoder().encode($0) }.map { String(decoding: $0, as: UTF8.self) }, nil)
        } else {
            reply(nil, error?.localizedDescription ?? "the journey ended without a user")
        }
    }
}

/// The answers that the other half sends.
struct Answers: Decodable {
    let callbacks: [Row]

    struct Row: Decodable {
        let input: [Input]
    }

    struct Input: Decodable {
        let name: String
        let value: String
    }
}
