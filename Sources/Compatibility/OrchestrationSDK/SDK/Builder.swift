import CallbackBridge
public import DeviceFoundation
import Foundation
import Orchestration
import Primitives

extension Orchestrator {
    /// Puts an orchestrator together.
    public final class Builder {
        private var domain = ""
        private var parameters = CDDCParameters()
        private var error: (any OrchestrationErrorDelegate)?
        private var warning: (any OrchestrationWarningDelegate)?
        private var isRootDetected = true
        private var keypad: (any VirtualKeypad)?
        private var verification: (biometrics: (any UserVerification)?, face: (any UserVerification)?)?
        private var salts: [String] = []
        /// The services of the system, which tests replace.
        package var environment = Environment.current

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
        /// Sets a keypad in place of the one that is built in, on iOS; other systems have none. It is an addition of ours.
        @discardableResult
        public func setKeypad(_ keypad: any VirtualKeypad) -> Builder {
            self.keypad = keypad
            return self
        }
        /// Sets the means to recognise users in place of the system's, which there are on Apple's systems alone; nil for none. It is an addition of
        /// ours.
        @discardableResult
        public func setUserVerification(biometrics: (any UserVerification)?, face: (any UserVerification)? = nil) -> Builder {
            verification = (biometrics, face)
            return self
        }

        /// Makes the orchestrator. Values of the keypad in the app's `Localizable.strings` that can't be read are warned of at once.
        /// - Throws: ``OrchestrationError`` for a salt that isn't 64 hexadecimal digits, or a store that can't be opened.
        public func build() throws -> Orchestrator {
            guard salts.allSatisfy({ $0.utf8.count == 64 && $0.allSatisfy(\.isHexDigit) }) else {
                throw OrchestrationError(
                    errorCode: OrchestrationErrorCodes.INTERNAL_ERROR, exception: DeviceFailure(.key, "a salt has 64 hexadecimal digits"))
            }
            let appearance = KeypadAppearance(in: environment.bundle) { fault in
                warning?.onOrchestrationWarning(OrchestrationWarning(.keypadAppearance, exception: fault))
            }
            let verification = verification ?? (environment.biometrics(), environment.face())
            var configuration = OrchestrationConfiguration(
                defaultDomain: domain, device: environment.description, biometrics: verification.biometrics, face: verification.face,
                tampering: isRootDetected ? environment.tampering : nil)
            configuration.recognitionReason = appearance[.recognition]
            if let stretching = environment.stretching { configuration.stretching = stretching }
            configuration.activationRounds = environment.activationRounds
            let held = Handoff(warning)
            configuration.warning = { held.value?.onOrchestrationWarning(OrchestrationWarning($0, exception: nil)) }
            do {
                let store = try environment.store()
                let device = OrchestrationDevice(
                    configuration, store: store, keys: SystemStores.keys(over: store), time: environment.time, random: environment.random)
                return Orchestrator(
                    device, keypad: keypad ?? environment.keypad(), appearance: appearance,
                    feeder: CDDCDataFeeder(parameters, collectors: environment.collectors, time: environment.time), error: error)
            } catch { throw OrchestrationError(errorCode: OrchestrationErrorCodes.STORAGE_ERROR, exception: error) }
        }
    }
}
