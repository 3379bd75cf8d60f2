import CallbackBridge
import Foundation
import Primitives

/// Says how central login shall look and what it asks for.
public final class BrowserBuilder {
    private let runtime: Runtime?
    private var type = BrowserType.authSession
    private var parameters: [String: String] = [:]
    private weak var presenter: AnyObject?

    init(_ runtime: Runtime?) { self.runtime = runtime }

    /// The view controller above which the page appears. Systems without view controllers take any object, and do nothing with it.
    @discardableResult
    public func set(presentingViewController: AnyObject) -> BrowserBuilder {
        presenter = presentingViewController
        return self
    }

    /// Sets the way in which the page is shown.
    @discardableResult
    public func set(browserType: BrowserType) -> BrowserBuilder {
        type = browserType
        return self
    }

    /// Adds a parameter to the authorization request, such as `acr_values`. A value may be percent-encoded already.
    @discardableResult
    public func setCustomParam(key: String, value: String) -> BrowserBuilder {
        parameters[key] = value.removingPercentEncoding ?? value
        return self
    }

    /// The browser.
    public func build() -> Browser {
        Browser(CentralLogin(runtime: runtime, type: type, parameters: parameters, presenter: Handoff(presenter)))
    }
}
