import CallbackBridge
public import DeviceFoundation
package import Foundation
package import Orchestration
package import Primitives

extension Orchestrator {
    /// Puts an orchestrator together.
    public final class Builder {
        private var domain = ""
        private var parameters = CDDCParameters()
        private var error: (any OrchestrationErrorDelegate)?
        private var warning: (any OrchestrationWarningDelegate)?
        private var isRootDetected = true
        private var keypad: (any VirtualKeypad)?
        private var biometrics: (any UserVerification)?
        private var face: (any UserVerification)?
        private var salts: [String] = []
        /// The services of the system, which tests replace.
        package var environment = Environment()

        /// Makes a builder.
        public init() {}

        /// Sets the salt of the authenticator, 64 hexadecimal digits. Keys of this SDK are random, so it only has to be well-formed.
        @discardableResult
        public func setDigipassSalt(_ salt: String) -> Builder {
            salts.append(salt)
            return self
        }
        /// Sets the salt of the storage, 64 hexadecimal digits, of which the same holds.
        @discardableResult
        public func setStorageSalt(_ salt: String) -> Builder {
            salts.append(salt)
            return self
        }
        /// Sets the domain of users that are named without one.
        @discardableResult
        public func setDefaultDomain(_ domain: String) -> Builder {
            self.domain = domain
            return self
        }
        /// Sets the choices about device data.
        @discardableResult
        public func setCDDCParams(_ parameters: CDDCParameters) -> Builder {
            self.parameters = parameters
            return self
        }
        /// Sets the choices about device data.
        @discardableResult
        public func setCDDCParameters(_ parameters: CDDCParameters) -> Builder { setCDDCParams(parameters) }
        /// Sets who is told of errors.
        @discardableResult
        public func setErrorDelegate(_ delegate: any OrchestrationErrorDelegate) -> Builder {
            error = delegate
            return self
        }
        /// Sets who is told of errors.
        @discardableResult
        public func setErrorCallback(_ callback: any OrchestrationErrorCallback) -> Builder { setErrorDelegate(callback) }
        /// Sets who is told of warnings.
        @discardableResult
        public func setWarningDelegate(_ delegate: any OrchestrationWarningDelegate) -> Builder {
            warning = delegate
            return self
        }
        /// Sets who is told of warnings.
        @discardableResult
        public func setWarningCallback(_ callback: any OrchestrationWarningCallback) -> Builder { setWarningDelegate(callback) }
        /// Says whether a rooted device is refused; it is unless this says no.
        @discardableResult
        public func rootDetectionEnabled(_ isEnabled: Bool) -> Builder {
            isRootDetected = isEnabled
            return self
        }
        /// Sets the keypad, which the documented SDK has built in.
        @discardableResult
        public func setKeypad(_ keypad: any VirtualKeypad) -> Builder {
            self.keypad = keypad
            return self
        }
        /// Sets the means to recognise users, which the documented SDK takes from the phone's system.
        @discardableResult
        public func setUserVerification(biometrics: (any UserVerification)?, face: (any UserVerification)? = nil) -> Builder {
            self.biometrics = biometrics
            self.face = face
            return self
        }

        /// Makes the orchestrator. Values of the keypad in the app's `Localizable.strings` that can't be read are warned of at once.
        /// - Throws: ``OrchestrationError`` for a salt that isn't 64 hexadecimal digits, or a store that can't be opened.
        public func build() throws -> Orchestrator {
            guard salts.allSatisfy({ $0.utf8.count == 64 && $0.allSatisfy(\.isHexDigit) }) else {
                throw OrchestrationError(
                    errorCode: OrchestrationErrorCodes.INTERNAL_ERROR, exception: DeviceFailure(.key, "a salt has 64 hexadecimal digits"))
            }
            var configuration = OrchestrationConfiguration(
                defaultDomain: domain, device: environment.description, biometrics: biometrics, face: face,
                tampering: isRootDetected ? TamperDetection() : nil)
            if let stretching = environment.stretching { configuration.stretching = stretching }
            configuration.activationRounds = environment.activationRounds
            let held = Handoff(warning)
            configuration.warning = { held.value?.onOrchestrationWarning(OrchestrationWarning($0, exception: nil)) }
            do {
                let store = try environment.store()
                let device = OrchestrationDevice(
                    configuration, store: store, keys: SystemStores.keys(over: store), time: environment.time, random: environment.random)
                let appearance = KeypadAppearance(in: environment.bundle) { fault in
                    warning?.onOrchestrationWarning(OrchestrationWarning(.keypadAppearance, exception: fault))
                }
                return Orchestrator(
                    device, keypad: keypad, appearance: appearance, feeder: CDDCDataFeeder(parameters, time: environment.time), error: error
                )
            } catch { throw OrchestrationError(errorCode: OrchestrationErrorCodes.STORAGE_ERROR, exception: error) }
        }
    }
}

/// The services that an orchestrator takes from the system.
package struct Environment: Sendable {
    package var store: @Sendable () throws -> any SecureStore = { try SystemStores.store(of: "OrchestrationSDK") }
    /// The bundle that has the keypad's texts, colours and sizes.
    package var bundle = Bundle.main
    package var time: any TimeSource = SystemTime()
    package var random: any RandomSource = SystemRandom()
    package var stretching: PINStretching?
    package var activationRounds: Int?

    /// The device as it describes itself.
    package var description: JSONObject {
        let system = ProcessInfo.processInfo
        return [
            "os": .string(system.operatingSystemVersionString), "app": .string(Bundle.main.bundleIdentifier ?? system.processName),
            "locale": .string(Locale.current.identifier), "timeZone": .string(TimeZone.current.identifier),
        ]
    }
}
