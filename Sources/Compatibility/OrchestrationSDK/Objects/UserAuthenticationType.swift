import CommandChannel
import Primitives

/// The methods by which the user is authenticated.
public enum UserAuthenticationType: String, Sendable, CaseIterable {
    /// Nothing is asked of the user.
    case noPassword = "NOPASSWORD"
    /// The password, on the keypad or the app's own screen.
    case password = "PASSWORD"
    /// A fingerprint, or what the system has.
    case biometric = "BIOMETRIC"
    /// The face.
    case face = "FACE"

    var method: AuthenticationMethod {
        switch self {
        case .noPassword: .none
        case .password: .password
        case .biometric: .biometric
        case .face: .face
        }
    }
}

extension UserAuthenticationType {
    /// The name that Android has for ``noPassword``.
    public static var NOPASSWORD: Self { .noPassword }
    /// The name that Android has for ``password``.
    public static var PASSWORD: Self { .password }
    /// The name that Android has for ``biometric``.
    public static var BIOMETRIC: Self { .biometric }
    /// The name that Android has for ``face``.
    public static var FACE: Self { .face }
}
