import CallbackBridge
import DeviceFoundation
import Primitives

#if canImport(UIKit)
public import UIKit
#endif

/// Opens encrypted preferences, as on Android.
public enum EncryptedPreferences {
    /// Opens preferences without asking the user. It returns at once; one of the two consumers is called, on a thread of its own.
    public static func create(
        _ name: String, _ resultHandler: @escaping (EncryptedSharedPreferences) -> Void, _ errorHandler: @escaping (any Error) -> Void
    ) {
        open(name, asks: false, resultHandler, errorHandler)
    }

    /// Opens preferences once the user was recognised, by face, finger or the device's passcode.
    /// - Parameters:
    ///   - owner: taken for the documented call's sake: the system's dialog needs no view of the app's.
    ///   - errorHandler: gets ``EncryptedStorageInitializationError``.
    public static func createAuthenticated(
        _ owner: UIViewController, _ name: String, _ resultHandler: @escaping (EncryptedSharedPreferences) -> Void,
        _ errorHandler: @escaping (any Error) -> Void
    ) {
        open(name, asks: true, resultHandler, errorHandler)
    }

    private static func open(
        _ name: String, asks: Bool, _ resultHandler: @escaping (EncryptedSharedPreferences) -> Void,
        _ errorHandler: @escaping (any Error) -> Void
    ) {
        let (complete, fail) = (Handoff(resultHandler), Handoff(errorHandler))
        Task.shared {
            do {
                if asks { try await recognise() }
                let preferences = try EncryptedSharedPreferences(name)
                try? await Bridge.blocking { complete.value(preferences) }
            } catch {
                try? await Bridge.blocking { fail.value(error as? EncryptedStorageInitializationError ?? .StorageError) }
            }
        }
    }

    /// Asks the user.
    static func recognise() async throws(EncryptedStorageInitializationError) {
        guard let users = Environment.current.users else { throw .RequiredAuthenticationNotAvailableError }
        do { _ = try await users.verify("Open the data of your identity's verification.", by: .biometricsOrPasscode) } catch {
            throw error.code == .unavailable ? .RequiredAuthenticationNotAvailableError : .AuthenticationFailedError
        }
    }
}
