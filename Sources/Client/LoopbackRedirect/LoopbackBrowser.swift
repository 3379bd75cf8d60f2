import Foundation
public import OIDC

/// Central login on a desktop: opens the system's browser, and receives the redirect on a port of the loopback interface
/// (RFC 8252 §7.3).
///
/// The redirect URI is registered without a port, as `http://127.0.0.1/callback`; each login listens on a free one. Only a
/// redirect with this login's `state` ends it: other programs on the machine can reach the port too.
public struct LoopbackBrowser: LoginBrowser {
    private let opener: any URLOpener
    private let timeout: Duration

    /// A browser that `opener` opens, by default the system's. After `timeout`, by default five minutes, the login is given up.
    public init(opener: any URLOpener = SystemURLOpener(), timeout: Duration = .seconds(300)) {
        self.opener = opener
        self.timeout = timeout
    }

    /// Listens on the redirect's port, opens the page, and waits for the browser to come back.
    /// - Throws: ``OIDCError``: `.browser` when the redirect is no loopback address, the port is taken or no browser opens; `.cancelled`
    ///   when the time passes or the task is cancelled.
    public func answer(to visit: BrowserVisit) async throws(OIDCError) -> BrowserAnswer {
        guard let address = LoopbackAddress(visit.redirect) else {
            throw OIDCError(.browser, "\(visit.redirect) is no loopback redirect; register one like http://127.0.0.1/callback")
        }
        do {
            let listener = try LoopbackListener(address, state: visit.state)
            defer { listener.stop() }
            let query = try await query(of: try await visit.address(redirectingTo: listener.redirect), at: listener)
            return BrowserAnswer(redirect: listener.redirect, location: "\(listener.redirect)?\(query)")
        } catch let error as OIDCError {
            throw error
        } catch {
            throw OIDCError(.browser, "no browser could be used: \(error)", underlying: error)
        }
    }

    /// Opens the page, and waits for its redirect at the same time, since opening may take as long as the browser runs.
    private func query(of page: URL, at listener: LoopbackListener) async throws -> String {
        try await withThrowingTaskGroup(of: String?.self) { group in
            group.addTask { [opener] in
                try await opener.open(page)
                return nil
            }
            group.addTask { try await listener.query() }
            group.addTask { [timeout] in
                try await Task.sleep(for: timeout)
                throw OIDCError(.cancelled, "the browser didn't come back from the sign-in page in time")
            }
            defer {
                listener.stop()
                group.cancelAll()
            }
            do {
                while let answer = try await group.next() {
                    if let answer { return answer }
                }
                return ""
            } catch is CancellationError {
                throw OIDCError(.cancelled, "the login was cancelled")
            }
        }
    }
}
