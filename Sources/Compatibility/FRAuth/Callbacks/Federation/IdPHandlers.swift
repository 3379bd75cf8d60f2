import Foundation
import Primitives

/// A handler that the SDK makes by itself, when an app names none.
///
/// Handlers for Facebook and Google are modules of their own, as they need the providers' libraries. The SDK knows them by name:
/// `FRFacebookSignIn.FacebookSignInHandler` and `FRGoogleSignIn.GoogleSignInHandler`. Elsewhere than on Apple's systems, where any
/// `NSObject` can be made by its name, they conform to this.
public protocol FoundIdPHandler: IdPHandler {
    /// Makes a handler without settings.
    init()
}

/// Finds the handler for a provider ("Handle social login with the Ping SDK for iOS").
enum IdPHandlers {
    private static let classes = [
        (provider: "facebook", name: "FRFacebookSignIn.FacebookSignInHandler"),
        (provider: "google", name: "FRGoogleSignIn.GoogleSignInHandler"),
    ]

    /// The handler; nil when the provider is another one, or its module isn't part of the app.
    static func handler(for provider: String) -> (any IdPHandler)? {
        let provider = provider.lowercased()
        if provider.contains("apple") { return AppleSignInHandler() }
        guard let name = classes.first(where: { provider.contains($0.provider) })?.name, let type = NSClassFromString(name) else {
            return nil
        }
        if let type = type as? any FoundIdPHandler.Type { return type.init() }
        #if canImport(ObjectiveC)
        return (type as? NSObject.Type)?.init() as? any IdPHandler
        #else
        return nil
        #endif
    }
}
