import FRAuth
import Foundation
import LoopbackRedirect

/// Stands in for a browser and its user: says at once to which address of the app each page led.
struct AnsweringOpener: URLOpener {
    private let answer: @Sendable (URL) async throws -> URL

    init(_ answer: @escaping @Sendable (URL) async throws -> URL) { self.answer = answer }

    func open(_ url: URL) async throws { Browser.validateBrowserLogin(try await answer(url)) }
}
