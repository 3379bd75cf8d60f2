package import DeviceFoundation
package import DeviceProfile
package import Foundation
package import Orchestration
package import Primitives

#if canImport(LocalAuthentication)
import LocalAuthentication
#endif

/// The services that an orchestrator takes from the system. The documented API has no parameters for them, so tests replace them here.
package struct Environment: Sendable {
    package var store: @Sendable () throws -> any SecureStore = { try SystemStores.store(of: "OrchestrationSDK") }
    /// The keypad that is built in; nil where none is.
    package var keypad: @Sendable () -> (any VirtualKeypad)? = systemKeypad
    /// The system's recognition of its user; nil where it has none.
    package var biometrics: @Sendable () -> (any UserVerification)? = systemBiometrics
    /// The system's recognition of its user's face; nil where it has none.
    package var face: @Sendable () -> (any UserVerification)? = systemFace
    /// Looks for signs that the device is rooted, where the app wants that.
    package var tampering = TamperDetection()
    /// The collectors of device data.
    package var collectors: [any ProfileCollector] = [PlatformFacts(score: { 0 }), HardwareFacts()]
    /// The bundle that has the keypad's texts, colours and sizes.
    package var bundle = Bundle.main
    package var time: any TimeSource = SystemTime()
    package var random: any RandomSource = SystemRandom()
    package var stretching: PINStretching?
    package var activationRounds: Int?

    package init() {}

    private static let installed = Lock(Environment())

    /// The environment of the orchestrators that are built next.
    package static var current: Environment {
        get { installed.withLock { $0 } }
        set { installed.withLock { $0 = newValue } }
    }

    /// The device as it describes itself.
    package var description: JSONObject {
        let system = ProcessInfo.processInfo
        return [
            "os": .string(system.operatingSystemVersionString), "app": .string(Bundle.main.bundleIdentifier ?? system.processName),
            "locale": .string(Locale.current.identifier), "timeZone": .string(TimeZone.current.identifier),
        ]
    }

    private static let systemKeypad: @Sendable () -> (any VirtualKeypad)? = {
        #if canImport(UIKit)
        SystemKeypad()
        #else
        nil
        #endif
    }

    private static let systemBiometrics: @Sendable () -> (any UserVerification)? = {
        #if canImport(LocalAuthentication)
        LocalAuthenticationVerification()
        #else
        nil
        #endif
    }

    private static let systemFace: @Sendable () -> (any UserVerification)? = {
        #if canImport(LocalAuthentication)
        let context = LAContext()
        // The kind of biometrics is known after the question alone, even where none are enrolled.
        _ = context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil)
        return context.biometryType == .faceID ? LocalAuthenticationVerification() : nil
        #else
        return nil
        #endif
    }
}
