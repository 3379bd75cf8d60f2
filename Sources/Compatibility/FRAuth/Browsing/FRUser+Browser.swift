extension FRUser {
    /// Begins central login; nil when the SDK is not started.
    @_disfavoredOverload
    public static func browser() -> BrowserBuilder? { (try? SDK.runtime()).map { BrowserBuilder($0) } }

    /// Begins central login; when the SDK is not started, the login will say so. The documentation has both forms of the call.
    public static func browser() -> BrowserBuilder { BrowserBuilder(try? SDK.runtime()) }
}
