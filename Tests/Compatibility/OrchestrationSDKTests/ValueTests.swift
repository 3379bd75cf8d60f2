import Foundation
import Orchestration
import OrchestrationSDK
import Testing

@Suite("Values of the documented SDK")
struct ValueTests {
    @Test("methods have the names of both systems")
    func methods() {
        #expect(UserAuthenticationType.allCases == [.NOPASSWORD, .PASSWORD, .BIOMETRIC, .FACE])
        #expect(UserAuthenticationType.allCases.map(\.rawValue) == ["NOPASSWORD", "PASSWORD", "BIOMETRIC", "FACE"])
    }

    @Test("numbers are those of the device beneath; -8000 and -8006 are the documented ones")
    func numbers() {
        typealias Code = Orchestration.OrchestrationError.Code
        #expect(OrchestrationErrorCodes.UNKNOWN_ERROR == -8000 && OrchestrationErrorCodes.REMOTE_TRANSACTION_ERROR == -8006)
        let pairs: [(Int, Code)] = [
            (OrchestrationErrorCodes.COMMAND_NULL_OR_EMPTY, .commandEmpty), (OrchestrationErrorCodes.COMMAND_PARSING_ERROR, .command),
            (OrchestrationErrorCodes.USER_ID_NULL_OR_EMPTY, .userEmpty), (OrchestrationErrorCodes.USER_ID_WRONG_FORMAT, .userFormat),
            (OrchestrationErrorCodes.ACTIVATION_PASSWORD_NULL_OR_EMPTY, .activationPasswordEmpty),
            (OrchestrationErrorCodes.ACTIVATION_PASSWORD_WRONG_LENGTH, .activationPasswordLength),
            (OrchestrationErrorCodes.ACTIVATION_PASSWORD_WRONG_CHECKSUM, .activationPasswordChecksum),
            (OrchestrationErrorCodes.ACTIVATION_PASSWORD_WRONG, .activationPasswordWrong),
            (OrchestrationErrorCodes.PASSWORD_WRONG, .passwordWrong), (OrchestrationErrorCodes.PASSWORD_LOCKED, .passwordLocked),
            (OrchestrationErrorCodes.PASSWORD_WEAK, .passwordWeak), (OrchestrationErrorCodes.DEVICE_ROOTED, .rooted),
            (OrchestrationErrorCodes.FLOW_ALREADY_IN_PROGRESS, .busy), (OrchestrationErrorCodes.COMMAND_REPLAYED, .replayed),
            (OrchestrationErrorCodes.CHALLENGE_NULL_OR_EMPTY, .challengeMissing),
            (OrchestrationErrorCodes.CRYPTO_APP_INDEX_INVALID, .application),
            (OrchestrationErrorCodes.DATA_FIELDS_WRONG_COUNT, .dataFieldCount),
            (OrchestrationErrorCodes.DATA_FIELD_WRONG_LENGTH, .dataFieldLength),
            (OrchestrationErrorCodes.BIOMETRIC_UNAVAILABLE, .biometricUnavailable),
        ]
        for (number, code) in pairs { #expect(number == code.number, "\(code)") }
        #expect(
            [
                OrchestrationWarningCodes.UNSUPPORTED_METHOD_FALLBACK, OrchestrationWarningCodes.CDDC_PARTIAL,
                OrchestrationWarningCodes.CLOCK_SKEW, OrchestrationWarningCodes.ROOT_SUSPECTED, OrchestrationWarningCodes.KEYPAD_APPEARANCE,
            ] == Orchestration.OrchestrationWarning.allCases.map(\.rawValue))
    }

    @Test("a salt that is none is refused when the orchestrator is built")
    func salts() throws {
        for salt in ["", "0a", String(repeating: "g", count: 64)] {
            #expect(throws: OrchestrationSDK.OrchestrationError.self) { try Orchestrator.Builder().setDigipassSalt(salt).build() }
        }
    }

    @Test("each text of the keypad has a key and an English text")
    func texts() {
        #expect(
            Set(VirtualKeypadText.allCases.map { $0.text(in: Bundle(for: AllDelegates.self)) }).count == VirtualKeypadText.allCases.count)
    }
}
