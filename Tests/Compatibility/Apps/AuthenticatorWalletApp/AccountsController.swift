public import AppScreens
import FRAuthenticator
import FRCore
public import Foundation

/// An authenticator app: codes from scanned accounts, and errors as its users read them.
public final class AccountsController {
    private let screen: any Screen

    public init(screen: any Screen) { self.screen = screen }

    public func start() {
        FRALog.setLogLevel([.warning, .error])
        FRAClient.start()
    }

    public func scanned(_ url: URL, finished: @escaping () -> Void) {
        guard let fraClient = FRAClient.shared else { return screen.show("FRAuthenticator SDK is not initialized") }
        fraClient.createMechanismFromUri(
            uri: url,
            onSuccess: { mechanism in
                self.screen.show("Added \(mechanism.identifier)")
                finished()
            },
            onError: { error in
                if let error = error as? MechanismError, case .alreadyExists(let identifier) = error {
                    self.screen.show("\(identifier) is there already")
                } else {
                    self.screen.show("\(error.localizedDescription) (\((error as NSError).domain))")
                }
                finished()
            })
    }

    public func codes() -> [String] {
        let accounts = FRAClient.shared?.getAllAccounts() ?? []
        return accounts.flatMap(\.mechanisms).compactMap { mechanism in
            guard let oath = mechanism as? OathMechanism else { return nil }
            do { return try oath.generateCode().code } catch {
                screen.show(error.localizedDescription)
                return nil
            }
        }
    }

    public func removeAll() {
        for account in FRAClient.shared?.getAllAccounts() ?? [] { FRAClient.shared?.removeAccount(account: account) }
    }
}
