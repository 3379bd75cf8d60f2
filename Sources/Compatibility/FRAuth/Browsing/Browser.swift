import CallbackBridge
public import Foundation

/// Central login: the user signs in on the server's page.
public final class Browser {
    private let central: CentralLogin

    init(_ central: CentralLogin) { self.central = central }

    /// Shows the page, and brings the user who signed in on it.
    public func login(completion: @escaping FRUser.UserCallback) {
        let completion = Handoff(completion)
        Task { [central] in
            do {
                completion.value(FRUser(try await central.run()), nil)
            } catch {
                completion.value(nil, Translation.documented(error))
            }
        }
    }

    /// Hands over a URL with which the system opened the app. Whether it was the redirect of a central login under way.
    @discardableResult
    public static func validateBrowserLogin(_ url: URL) -> Bool { HandoverBrowser.deliver(url.absoluteString) }
}
