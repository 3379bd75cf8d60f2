import DeviceMessages
import Foundation
@testable import PingID_SDK
import PingIDTesting
import Testing

/// The numbers and texts of PingID.h and of the table after it.
@Suite("PingID.h")
struct ValueTests {
    @Test("the raw values of every enumeration")
    func rawValues() {
        #expect(PIDSupportedMfaType.automatic.rawValue == 0 && PIDSupportedMfaType.enforceRemoteNotifications.rawValue == 1)
        #expect(PIDSupportedMfaType.disableRemoteNotifications.rawValue == 2)
        #expect([PIDActionType.none, .approve, .deny, .block].map(\.rawValue) == [UInt(bitPattern: -1), 0, 1, 2])
        #expect([PIDTrustLevel.none, .primary, .trusted, .ignored].map(\.rawValue) == [UInt(bitPattern: -1), 0, 1, 2])
        #expect([PIDFlowState.done, .oneTimePasscode, .trustLevels, .deviceIsTrusted].map(\.rawValue) == [0, 1, 2, 3])
        #expect(
            [PIDIgnoreIntervalUnit.minutes, .hours, .days, .weeks, .months, .years, .always].map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6])
        #expect([PIDRemoteNotificationType.done, .auth, .cancel].map(\.rawValue) == [0, 1, 2])
        #expect([PIDDataCenterType.default, .na, .au, .eu].map(\.rawValue) == [0, 1, 2, 3])
        #expect(
            [PIDOneTimePasscodeStatus.ok, .deviceRooted, .canNotCheckRootDetectionAtOffline, .unsuccessesful].map(\.rawValue)
                == [0, 1, 2, 3])
        let errors: [PIDError] = [
            .internal, .withPairing, .appDisabled, .wrongAppID, .remoteNotificationTimeout, .noInternetConnection, .wrongSignature,
            .problemWithPublicKey, .missingPermissions, .reachability, .serverResponse, .serverInternal, .withServerPayload,
            .selectionIsMissing, .deviceTokenIsMissing, .expiredOrWrongAuthToken, .wrongAppIDFromAuthToken, .wrongAccountIDFromAuthToken,
            .userIsSuspended, .usernameNotPairedForToken, .authTokenAlreadyUsed, .rootedDevice, .missingAppId,
        ]
        #expect(errors.map(\.number) == (10_000...10_022).map { -$0 } && PIDError.allCases.count == 23)
        #expect(errors.map { PIDError(rawValue: UInt(bitPattern: $0.number)) } == errors, "as apps make them of an error's code")
    }

    /// The table after the header, row by row.
    private static let table: [(PIDError, String, String, String)] = [
        (.internal, "An internal error occurred.", "An unknown error has occurred.", "Please contact PingID Support."),
        (.withPairing, "There was a problem with the pairing process.", "An unknown error has occurred.", "Please contact PingID Support."),
        (
            .appDisabled, "The current App Id is disabled in the PingOne admin console.",
            "The current App Id is disabled in the PingOne admin console.", "You can enable the app in the PingOne admin console."
        ),
        (
            .remoteNotificationTimeout, "Remote notification timeout.",
            "The remote notification didn’t reach the device. This could be due to a certificate problem or a connectivity issue.",
            "Make sure the certificates in PingOne admin console are valid for both enviroments. Also make sure that you have a working internet connection."
        ),
        (
            .noInternetConnection, "There was a problem with your internet connection.",
            "There was a problem with your internet connection.", "Check that you have a working internet connection."
        ),
        (
            .wrongSignature, "There was a problem verifying the response from the server.", "An unknown error has occurred.",
            "Please contact PingID Support."
        ),
        (
            .reachability, "There was a problem connecting to the server.", "There was a problem connecting to the server.",
            "Check that you have a working internet connection."
        ),
        (
            .serverResponse, "There was a problem with the server response.", "There was a problem with the server response.",
            "Please contact PingID Support."
        ),
        (
            .serverInternal, "There was a problem with the server response.", "There was a problem with the server response.",
            "Please contact PingID Support."
        ),
        (
            .withServerPayload, "There was a problem with the server payload.", "The server payload can’t be decoded.",
            "Make sure that you pass the exact payload value you receive from the customer server response to the setServerPayload method."
        ),
        (
            .selectionIsMissing, "There was a problem with your PIDUserSelectionObject.", "One or more mandatory items were not selected.",
            "PIDUserSelectionObject must contain at least a trustLevel or an action."
        ),
        (
            .deviceTokenIsMissing, "There was a problem finding the device token.", "One or more mandatory items were not found.",
            "PingID SDK must contain the device token in order to support remote notification MFA."
        ),
        (
            .missingAppId, "App ID is missing.", "The SDK cannot function without an App ID.",
            "Make sure the initWithAppID method is called first, with an App ID."
        ),
    ]

    @Test("the texts of the table, and some for every other code")
    func texts() throws {
        #expect(Self.table.count == 13)
        for (code, description, reason, suggestion) in Self.table {
            let error = Translation.make(code)
            #expect(error.localizedDescription == description && error.localizedFailureReason == reason)
            #expect(error.localizedRecoverySuggestion == suggestion)
            #expect(error.code == code.number && error.domain == "PIDErrorDomain")
        }
        for code in PIDError.allCases {
            let error = Translation.make(code)
            for text in [error.localizedDescription, error.localizedFailureReason, error.localizedRecoverySuggestion] {
                #expect(try !#require(text).isEmpty)
            }
        }
    }

    @Test("the property list names data centres, a default one among them")
    func settings() throws {
        let issuer = "https://eu.example.com/device/v1/bbbbbbbb-5a6d-4c8e-9f21-3b4c5d6e7f80"
        let settings = try PingIDSettings(["issuers": ["EU": issuer, "default": issuer]], bundleID: "b")
        #expect(settings.issuers[.eu]?.description == issuer && settings.all.count == 2 && settings.bundleID == "b")
        for list in [[:], ["issuers": ["EU": issuer]], ["issuers": ["default": "nonsense"]]] as [[String: Any]] {
            #expect(throws: (any Error).self) { try PingIDSettings(list, bundleID: "b") }
        }
    }
}
