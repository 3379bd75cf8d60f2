public import AppScreens
public import FRAuth
import FRCore
import Foundation

/// A sign-in as a SwiftUI app's model has it: the configuration of the started SDK, a session by the journey's name, claims by name.
public final class ViewModel {
    public private(set) var status = ""
    private let screen: any Screen

    public init(screen: any Screen) { self.screen = screen }

    public func start(_ options: FROptions) throws {
        try FRAuth.start(options: options)
        let configured = FRAuth.shared?.options
        screen.show("\(configured?.realm ?? "") \(configured?.authServiceName ?? "") \(configured?.oauthClientId ?? "")")
    }

    /// A completion without types: they follow from the call.
    public func startAuthentication(finished: @escaping () -> Void) {
        FRSession.authenticate(authIndexValue: FRAuth.shared?.options?.authServiceName ?? "") { token, node, error in
            self.handle(token, node, error, finished)
        }
    }

    private func handle(_ token: Token?, _ node: Node?, _ error: (any Error)?, _ finished: @escaping () -> Void) {
        switch (token, node, error) {
        case (let token?, _, _):
            screen.show("Session in \(token.realm)")
            getTokens(finished)
        case (_, let node?, _):
            let inputs = node.callbacks.compactMap { $0 as? SingleValueCallback }
            for input in inputs { input.setValue(screen.entry(for: input.prompt ?? "")) }
            node.next { token, node, error in self.handle(token, node, error, finished) }
        default:
            status = error?.localizedDescription ?? ""
            finished()
        }
    }

    private func getTokens(_ finished: @escaping () -> Void) {
        FRUser.currentUser?.getAccessToken { user, error in
            guard error == nil, let user else { return finished() }
            user.getUserInfo { userInfo, error in
                if let userInfo {
                    let lines = [userInfo.name, userInfo.email, userInfo.phoneNumber, userInfo.address?.formatted].map { $0 ?? "-" }
                    self.status = lines.joined(separator: ", ")
                }
                finished()
            }
        }
    }
}
