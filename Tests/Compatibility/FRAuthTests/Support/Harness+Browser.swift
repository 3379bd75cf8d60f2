import FRAuth
import Foundation
import Testing

extension Harness {
    /// Runs a login of the view controller; `inBrowser` gets the page that was opened, and says to which address of the app it led.
    func centralLogin(
        _ login: (BrowserViewController) -> Void, inBrowser: @escaping @Sendable (URL) async throws -> URL
    ) async throws -> Outcome<FRUser> {
        let count = opener.opened.count
        let user = Task { [opener] in
            for _ in 0..<2000 where opener.opened.count == count { try await Task.sleep(for: .milliseconds(5)) }
            let next = try await inBrowser(try #require(opener.opened.last))
            return AppDelegate().application(UIApplication(), open: next)
        }
        let result: Outcome<FRUser> = await answer { completion in
            let controller = BrowserViewController()
            controller.finish = completion
            login(controller)
        }
        #expect(try await user.value)
        return result
    }
}
