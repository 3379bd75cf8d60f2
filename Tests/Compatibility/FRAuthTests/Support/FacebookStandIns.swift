import FRFacebookSignIn

#if !canImport(UIKit)
extension FacebookSignInHandler {
    nonisolated(unsafe) private(set) static var launches = 0  // the suite runs one test at a time

    /// The call of the documentation, which the module has where there is UIKit.
    static func application(
        _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) { launches += 1 }
}
#endif
