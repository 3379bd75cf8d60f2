import Foundation

/// Starts the SDK ("Configure the SDKs dynamically", "Ping SDK for iOS Properties").
public final class FRAuth {
    /// The name of the property list, without `.plist`, that ``start(options:)`` reads when it is given no options.
    public static var configPlistFileName: String {
        get { Plist.name }
        set { Plist.name = newValue }
    }

    /// Starts the SDK with `options`, or with the property list of the app's bundle.
    ///
    /// The first start keeps an existing session; another start removes and revokes sessions and tokens, as does a changed
    /// server, realm, cookie name, or OAuth 2.0 client.
    /// - Throws: ``ConfigError`` when a required property is missing or empty; in a property list, the journey of
    ///   `forgerock_auth_service_name` is one.
    public static func start(options: FROptions? = nil) throws {
        try SDK.start(try options ?? Plist.options(from: Environment.current.bundle()))
    }

    /// The started SDK; nil before ``start(options:)``.
    public static var shared: FRAuth? { (try? SDK.runtime()).map { FRAuth($0.options.copied()) } }

    /// The options that it was started with.
    public let options: FROptions?

    private init(_ options: FROptions) { self.options = options }
}
