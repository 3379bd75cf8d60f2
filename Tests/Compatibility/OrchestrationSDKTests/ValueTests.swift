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
    func numbers() throws {
        typealias Code = Orchestration.OrchestrationError.Code
        #expect(OrchestrationErrorCodes.UNKNOWN_ERROR == -8000 && OrchestrationErrorCodes.REMOTE_TRANSACTION_ERROR == -8006)
        let pairs: [(Int, Code)] = [
            (OrchestrationErrorCodes.UNKNOWN_ERROR, .unknown),
            (OrchestrationErrorCodes.COMMAND_NULL_OR_EMPTY, .commandEmpty),
            (OrchestrationErrorCodes.COMMAND_PARSING_ERROR, .command),
            (OrchestrationErrorCodes.ACTIVATION_ERROR, .activation),
            (OrchestrationErrorCodes.NOTIFICATION_REGISTRATION_ERROR, .notificationRegistration),
            (OrchestrationErrorCodes.REMOTE_AUTHENTICATION_ERROR, .remoteAuthentication),
            (OrchestrationErrorCodes.REMOTE_TRANSACTION_ERROR, .remoteTransaction),
            (OrchestrationErrorCodes.LOCAL_AUTHENTICATION_ERROR, .localAuthentication),
            (OrchestrationErrorCodes.LOCAL_TRANSACTION_ERROR, .localTransaction),
            (OrchestrationErrorCodes.CHANGE_PASSWORD_ERROR, .passwordChange),
            (OrchestrationErrorCodes.STORAGE_ERROR, .storage),
            (OrchestrationErrorCodes.DEVICE_ROOTED, .rooted),
            (OrchestrationErrorCodes.CDDC_ERROR, .deviceData),
            (OrchestrationErrorCodes.INTERNAL_ERROR, .key),
            (OrchestrationErrorCodes.FLOW_ALREADY_IN_PROGRESS, .busy),
            (OrchestrationErrorCodes.COMMAND_REPLAYED, .replayed),
            (OrchestrationErrorCodes.COMMAND_EXPIRED, .expired),
            (OrchestrationErrorCodes.USER_ID_NULL_OR_EMPTY, .userEmpty),
            (OrchestrationErrorCodes.USER_ID_WRONG_FORMAT, .userFormat),
            (OrchestrationErrorCodes.USER_NOT_ACTIVATED, .userNotActivated),
            (OrchestrationErrorCodes.USER_ALREADY_ACTIVATED, .userActivated),
            (OrchestrationErrorCodes.ACTIVATION_PASSWORD_NULL_OR_EMPTY, .activationPasswordEmpty),
            (OrchestrationErrorCodes.ACTIVATION_PASSWORD_WRONG_LENGTH, .activationPasswordLength),
            (OrchestrationErrorCodes.ACTIVATION_PASSWORD_WRONG_CHECKSUM, .activationPasswordChecksum),
            (OrchestrationErrorCodes.ACTIVATION_PASSWORD_WRONG, .activationPasswordWrong),
            (OrchestrationErrorCodes.PASSWORD_WRONG, .passwordWrong),
            (OrchestrationErrorCodes.PASSWORD_LOCKED, .passwordLocked),
            (OrchestrationErrorCodes.PASSWORD_TOO_SHORT, .passwordShort),
            (OrchestrationErrorCodes.PASSWORD_TOO_LONG, .passwordLong),
            (OrchestrationErrorCodes.PASSWORD_WEAK, .passwordWeak),
            (OrchestrationErrorCodes.PASSWORD_CONFIRMATION_MISMATCH, .passwordMismatch),
            (OrchestrationErrorCodes.PASSWORD_UNCHANGED, .passwordUnchanged),
            (OrchestrationErrorCodes.PASSWORD_WRONG_FORMAT, .passwordFormat),
            (OrchestrationErrorCodes.CHALLENGE_NULL_OR_EMPTY, .challengeMissing),
            (OrchestrationErrorCodes.CHALLENGE_WRONG_FORMAT, .challengeFormat),
            (OrchestrationErrorCodes.CRYPTO_APP_INDEX_INVALID, .application),
            (OrchestrationErrorCodes.DATA_FIELDS_WRONG_COUNT, .dataFieldCount),
            (OrchestrationErrorCodes.DATA_FIELD_WRONG_LENGTH, .dataFieldLength),
            (OrchestrationErrorCodes.BIOMETRIC_REFUSED, .biometricRefused),
            (OrchestrationErrorCodes.BIOMETRIC_UNAVAILABLE, .biometricUnavailable),
        ]
        for (number, code) in pairs { #expect(number == code.number, "\(code)") }
        #expect(Set(pairs.map(\.0)).count == pairs.count && Set(pairs.map(\.1)).count == pairs.count)
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Sources/Compatibility/OrchestrationSDK/Errors/OrchestrationErrorCodes.swift")
        let declared = try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
        #expect(declared.matches(of: /public static let/).count == pairs.count + Orchestration.OrchestrationWarning.allCases.count)
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
