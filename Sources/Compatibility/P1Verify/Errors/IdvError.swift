public import Foundation
import Primitives
import Verification

/// The failures of verifications, by their documented names.
public enum IdvError: String, Error, Sendable, CaseIterable {
    /// The service's answer to the start, with its keys, can't be read.
    case cannotGetServicePublicKey
    /// The state couldn't be fetched.
    case cannotGetValidationStatus
    /// The code or the QR code isn't good, or keys or storage of the device failed.
    case cannotInitializeIdvService
    /// The data weren't submitted.
    case cannotSubmitData
    /// The app's public keys couldn't be told to the service.
    case cannotUpdatePublicKeys
    /// The service sent a claim that isn't signed by its key.
    case cannotValidateIssuedClaim
    /// A claim of an earlier verification, which was to be sent along, isn't good. It was removed.
    case claimValidationFailed
    /// No configuration is saved on the device.
    case failedToLoadSavedConfig
    /// The service's answer can't be read.
    case invalidReponseFromIdvService
}

extension IdvError: LocalizedError {
    /// The documented description.
    public var errorDescription: String? {
        switch self {
        case .cannotGetServicePublicKey: "The public keys of the service could not be fetched."
        case .cannotGetValidationStatus: "The status of the transaction could not be fetched."
        case .cannotInitializeIdvService: "The service could not be initialized with the code, the QR code or the device's storage."
        case .cannotSubmitData: "The data could not be submitted."
        case .cannotUpdatePublicKeys: "The public keys of this app could not be updated at the service."
        case .cannotValidateIssuedClaim: "A claim of the service could not be verified by its public keys."
        case .claimValidationFailed: "A claim in the submitted data is not valid."
        case .failedToLoadSavedConfig: "There is no saved configuration on this device."
        case .invalidReponseFromIdvService: "The service sent an unexpected response."
        }
    }
}

/// Android's names. It tells fewer failures apart.
extension IdvError {
    /// Android's name of ``cannotGetValidationStatus``.
    public static var CannotGetValidationStatusError: IdvError { .cannotGetValidationStatus }
    /// Android's name of ``cannotInitializeIdvService``.
    public static var IdvServiceInitializationError: IdvError { .cannotInitializeIdvService }
    /// Android's name of ``cannotSubmitData``.
    public static var CannotSubmitDataError: IdvError { .cannotSubmitData }
}

extension IdvError {
    /// The failure of a call that begins or loads a verification.
    init(starting error: any Error) {
        self =
            switch (error as? VerificationError)?.code {
            case .noTransaction: .failedToLoadSavedConfig
            case .malformedAnswer: .cannotGetServicePublicKey
            case .connectivity, .server, .rateLimited, .refused: .cannotUpdatePublicKeys
            default: .cannotInitializeIdvService
            }
    }

    /// The failure of a submission.
    init(submitting error: VerificationError) { self = Self.common(error) ?? .cannotSubmitData }
    /// The failure to read the state.
    init(reading error: VerificationError) { self = Self.common(error) ?? .cannotGetValidationStatus }

    private static func common(_ error: VerificationError) -> IdvError? {
        switch error.code {
        case .malformedAnswer: .invalidReponseFromIdvService
        case .issuedClaim: .cannotValidateIssuedClaim
        case .keptClaim: .claimValidationFailed
        default: nil
        }
    }
}
