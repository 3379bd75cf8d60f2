import Foundation
import Primitives

extension PIDError {
    /// The texts of a failure.
    struct Texts {
        var description, failureReason, recoverySuggestion: String
    }

    /// The texts of the table in the documentation of the PingID SDK; our own for the ten codes that it doesn't list.
    var texts: Texts {
        switch self {
        case .internal: .unknown("An internal error occurred.")
        case .withPairing: .unknown("There was a problem with the pairing process.")
        case .appDisabled:
            .same(
                "The current App Id is disabled in the PingOne admin console.",
                "You can enable the app in the PingOne admin console.")
        case .remoteNotificationTimeout:
            Texts(
                description: "Remote notification timeout.",
                failureReason:
                    "The remote notification didn’t reach the device. This could be due to a certificate problem or a connectivity issue.",
                recoverySuggestion: "Make sure the certificates in PingOne admin console are valid for both enviroments. "
                    + "Also make sure that you have a working internet connection.")
        case .noInternetConnection: .same("There was a problem with your internet connection.", Self.checkConnection)
        case .wrongSignature: .unknown("There was a problem verifying the response from the server.")
        case .reachability: .same("There was a problem connecting to the server.", Self.checkConnection)
        case .serverResponse, .serverInternal: .same("There was a problem with the server response.", Self.contactSupport)
        case .withServerPayload:
            Texts(
                description: "There was a problem with the server payload.", failureReason: "The server payload can’t be decoded.",
                recoverySuggestion: "Make sure that you pass the exact payload value you receive from the customer server response "
                    + "to the setServerPayload method.")
        case .selectionIsMissing:
            Texts(
                description: "There was a problem with your PIDUserSelectionObject.",
                failureReason: "One or more mandatory items were not selected.",
                recoverySuggestion: "PIDUserSelectionObject must contain at least a trustLevel or an action.")
        case .deviceTokenIsMissing:
            Texts(
                description: "There was a problem finding the device token.",
                failureReason: "One or more mandatory items were not found.",
                recoverySuggestion: "PingID SDK must contain the device token in order to support remote notification MFA.")
        case .missingAppId:
            Texts(
                description: "App ID is missing.", failureReason: "The SDK cannot function without an App ID.",
                recoverySuggestion: "Make sure the initWithAppID method is called first, with an App ID.")
        default: ownTexts
        }
    }

    private var ownTexts: Texts {
        switch self {
        case .wrongAppID: .same("The server knows no app of this App ID.", "Compare the App ID with that in the admin console.")
        case .problemWithPublicKey: .same("A public key of the server or of this device can't be used.", Self.contactSupport)
        case .missingPermissions:
            .same("The device lacks a right that the server asks for.", "If the server requires root detection, activate it in the app.")
        case .expiredOrWrongAuthToken: .same("The authentication token is wrong or has expired.", Self.scanAgain)
        case .wrongAppIDFromAuthToken:
            .same("The authentication token is for another app.", "Scan the code with the app that it is for.")
        case .wrongAccountIDFromAuthToken:
            .same("The authentication token is of another account.", "Scan the code with the app that it is for.")
        case .userIsSuspended: .same("The user is suspended.", "An administrator can activate the user again.")
        case .usernameNotPairedForToken:
            .same("The user isn't paired with this device.", "Choose one of the users that came with the authentication token.")
        case .authTokenAlreadyUsed: .same("The authentication token was used already.", Self.scanAgain)
        default: .same("The device is rooted.", "Use a device that isn't rooted.")
        }
    }

    private static let contactSupport = "Please contact PingID Support."
    private static let checkConnection = "Check that you have a working internet connection."
    private static let scanAgain = "Scan a new code."
}

extension PIDError.Texts {
    /// Texts in which the reason is the description.
    fileprivate static func same(_ text: String, _ suggestion: String) -> Self {
        Self(description: text, failureReason: text, recoverySuggestion: suggestion)
    }

    /// Texts of a failure of which no reason is told.
    fileprivate static func unknown(_ text: String) -> Self {
        Self(description: text, failureReason: "An unknown error has occurred.", recoverySuggestion: "Please contact PingID Support.")
    }
}
