extension FRUser {
    /// Begins central login; nil when the SDK is not started. The documentation has calls with and without `?` behind it; both compile, see
    /// the extension of `Optional`.
    public static func browser() -> BrowserBuilder? { (try? SDK.runtime()).map { BrowserBuilder($0) } }
}

/// The calls of a builder on the result of ``FRUser/browser()`` as it is: when the SDK is not started, the login says so.
extension BrowserBuilder? {
    /// See ``BrowserBuilder/set(presentingViewController:)``.
    @discardableResult
    public func set(presentingViewController: AnyObject) -> BrowserBuilder? {
        self?.set(presentingViewController: presentingViewController)
    }

    /// See ``BrowserBuilder/set(browserType:)``.
    @discardableResult
    public func set(browserType: BrowserType) -> BrowserBuilder? { self?.set(browserType: browserType) }

    /// See ``BrowserBuilder/setCustomParam(key:value:)``.
    @discardableResult
    public func setCustomParam(key: String, value: String) -> BrowserBuilder? { self?.setCustomParam(key: key, value: value) }

    /// The browser; its login fails with ``ConfigError/invalidSDKState`` when there is no builder.
    public func build() -> Browser { self?.build() ?? BrowserBuilder(nil).build() }
}
