public import FRAuth
import Synchronization

/// Stands in for the libraries with which users sign in at a provider.
public enum ProviderLibrary {
    /// Brings a token of a type for a client.
    public typealias Login = @Sendable (_ client: IdPClient, _ tokenType: String) async throws -> String

    private static let login = Mutex<Login>(described)

    /// Says what token would be brought.
    public static let described: Login = { client, _ in "token for \(client.clientId), nonce \(client.nonce ?? "")" }

    /// Sets how users sign in.
    public static func use(_ login: @escaping Login) { self.login.withLock { $0 = login } }

    /// Signs in, and calls the completion.
    public static func signIn(_ client: IdPClient, _ tokenType: String, _ completion: @escaping SocialLoginCompletionCallback) {
        let login = login.withLock { $0 }
        nonisolated(unsafe) let completion = completion  // called once, by the task
        Task {
            do {
                completion(try await login(client, tokenType), tokenType, nil)
            } catch {
                completion(nil, nil, error)
            }
        }
    }
}
