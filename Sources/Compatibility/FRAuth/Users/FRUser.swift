import CallbackBridge
import DeviceFoundation
public import Foundation
import OAuthMessages
import OIDC
import Primitives

/// The user who is signed in, with session and OAuth 2.0 tokens.
public final class FRUser: NSObject {
    let runtime: Runtime

    init(_ runtime: Runtime) { self.runtime = runtime }

    /// The user who is signed in: there is a session, or there are tokens. nil when there are neither, or the SDK is not started.
    public static var currentUser: FRUser? {
        guard let runtime = try? SDK.runtime() else { return nil }
        let hasSession = Bridge.wait { (try? await runtime.sessions.current()) != nil }
        let user = FRUser(runtime)
        return hasSession || user.token != nil ? user : nil
    }

    /// - Throws: ``AuthError/userAlreadyAuthenticated(_:)`` when a user is signed in.
    static func checkNobody() throws {
        if let user = currentUser { throw AuthError.userAlreadyAuthenticated(user.token != nil) }
    }

    /// The tokens as they are kept, without refreshing them.
    public var token: AccessToken? {
        Bridge.wait { [runtime] in (try? await runtime.oidc?.storedTokens).map(AccessToken.init) }
    }

    /// Returns the value of an `Authorization` header: type and access token as they are kept, without refreshing them; empty when there is
    /// none. ``getAccessToken(completion:)`` before it brings one that isn't about to expire.
    public func buildAuthHeader() -> String { token?.buildAuthorizationHeader() ?? "" }

    /// Whether both have the same tokens, as they are kept now; or neither has any.
    public override func isEqual(_ object: Any?) -> Bool { (object as? FRUser).map { $0.token == token } ?? false }
    /// The same for all users, as their tokens change.
    public override var hash: Int { 0 }

    /// The description of the tokens, which doesn't hold their values.
    public override var debugDescription: String { "FRUser(\(token?.description ?? "without tokens"))" }
}

extension FRUser {
    /// Runs the journey of `forgerock_auth_service_name`. While a user is signed in, ``AuthError/userAlreadyAuthenticated(_:)`` comes.
    public static func login(completion: @escaping NodeCompletion<FRUser>) {
        Walk.sign(.authentication, completion)
    }

    /// Runs the journey of `forgerock_registration_service_name`; as ``login(completion:)``.
    public static func register(completion: @escaping NodeCompletion<FRUser>) {
        Walk.sign(.registration, completion)
    }
}

extension FRUser {
    /// Brings the user with tokens that are not about to expire: refreshed, or obtained again with the session, if need be.
    public func getAccessToken(completion: @escaping UserCallback) { renew(completion) { try await $0.tokens() } }

    /// The same, waiting for the server.
    public func getAccessToken() throws -> FRUser { try renewed { try await $0.tokens() } }

    /// Refreshes the tokens, even if they are still good.
    public func refresh(completion: @escaping UserCallback) { renew(completion) { try await $0.refresh() } }

    /// The same, waiting for the server.
    public func refreshSync() throws -> FRUser { try renewed { try await $0.refresh() } }

    /// Brings the claims about the user.
    public func getUserInfo(completion: @escaping UserInfoCallback) {
        let completion = Handoff(completion)
        Task { [runtime] in
            do {
                completion.value(UserInfo(try await runtime.oauth().userInfo()), nil)
            } catch {
                completion.value(nil, Translation.documented(error))
            }
        }
    }

    private func renew(_ completion: @escaping UserCallback, _ work: @escaping @Sendable (OIDCClient) async throws -> TokenSet) {
        let completion = Handoff(completion)
        Task { [runtime] in
            do {
                _ = try await work(try runtime.oauth())
                completion.value(FRUser(runtime), nil)
            } catch {
                completion.value(nil, Translation.documented(error))
            }
        }
    }

    private func renewed(_ work: @escaping @Sendable (OIDCClient) async throws -> TokenSet) throws -> FRUser {
        do {
            _ = try Bridge.wait { [runtime] in try await work(try runtime.oauth()) }
            return self
        } catch {
            throw Translation.documented(error)
        }
    }
}
