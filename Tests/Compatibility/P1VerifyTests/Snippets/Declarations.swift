import Foundation
import P1Verify

// The declarations of the document's two chapters, class by class: each is used at exactly the type that it is documented with. Java's are
// positional.

/// "IdvService.Builder", of iOS.
func declaredBuilder(_ builder: IdvService.Builder) -> [Any] {
    let initWithNewConfig: (String) -> IdvService.Builder = IdvService.Builder.initWithNewConfig(for:)
    let initWithNewConfigFromQr: (String) -> IdvService.Builder = IdvService.Builder.initWithNewConfigFromQr(_:)
    let initFromQrOfTheExample: (String) -> IdvService.Builder = IdvService.Builder.initWithNewConfigFromQr(for:)
    let initWithSavedConfig: () -> IdvService.Builder = IdvService.Builder.initWithSavedConfig
    let setNotificationHandler: (any NotificationHandler) -> IdvService.Builder = builder.setNotificationHandler(_:)
    let setPushNotificationToken: (Data) -> IdvService.Builder = builder.setPushNotificationToken(_:)
    let setPushSandbox: (Bool) -> IdvService.Builder = builder.setPushSandbox(_:)
    let create: (@escaping (Result<IdvService, any Error>) -> Void) -> Void = builder.create(onComplete:)
    return [
        initWithNewConfig, initWithNewConfigFromQr, initFromQrOfTheExample, initWithSavedConfig, setNotificationHandler,
        setPushNotificationToken, setPushSandbox, create,
    ]
}

/// "IdvService.Builder", of Android.
func declaredAndroidBuilder(_ builder: IdvService.Builder) -> [Any] {
    let initWithNewConfigFor: (String) -> IdvService.Builder = IdvService.Builder.initWithNewConfigFor(_:)
    let setApplicationId: (String) -> IdvService.Builder = builder.setApplicationId(_:)
    let setPushNotificationToken: (String) -> IdvService.Builder = builder.setPushNotificationToken(_:)
    let create: (UIViewController, @escaping (IdvService) -> Void, @escaping (any Error) -> Void) -> Void = builder.create(_:_:_:)
    return [initWithNewConfigFor, setApplicationId, setPushNotificationToken, create]
}

/// "IdvService", of iOS.
func declaredService(_ service: IdvService) -> [Any] {
    let submit: ([IdCard], @escaping (Result<VerifyStatus, IdvError>) -> Void) -> Void =
        service.submitDataForVerification(data:onComplete:)
    let submitOfTheExample: ([IdCard], @escaping (Result<VerifyStatus, IdvError>) -> Void) -> Void =
        service.submitDataForValidation(data:onComplete:)
    let check: ((any NotificationHandler)?) -> Void = service.checkVerificationStatus(handler:)
    let setNotificationHandler: (any NotificationHandler) -> Void = service.setNotificationHandler(_:)
    let process: ([AnyHashable: Any]?, (any NotificationHandler)?) -> Bool = service.processNotification(userInfo:handler:)
    let processOfTheExample: ([AnyHashable: Any]?, @escaping (Result<VerificationResult, IdvError>) -> Void) -> Bool =
        service.processNotification(userInfo:onComplete:)
    let isSandbox: () -> Bool = service.isSandbox
    let setPushSandbox: (Bool) -> Void = service.setPushSandbox(_:)
    return [submit, submitOfTheExample, check, setNotificationHandler, process, processOfTheExample, isSandbox, setPushSandbox]
}

/// "IdvService", of Android.
func declaredAndroidService(_ service: IdvService) -> [Any] {
    let submit: ([IdCard], @escaping (VerifyStatus) -> Void, @escaping (any Error) -> Void) -> Void =
        service.submitDataForVerification(_:_:_:)
    let submitOfTheExample: ([IdCard], @escaping (VerifyStatus) -> Void, @escaping (any Error) -> Void) -> Void =
        service.submitDataForValidation(_:_:_:)
    let check: ((any NotificationHandler)?) -> Void = service.checkVerificationStatus(_:)
    let process: ([String: String], (any NotificationHandler)?) -> Bool = service.processNotification(_:_:)
    let processOfTheExample: ([String: String], @escaping (VerificationResult) -> Void, @escaping (any Error) -> Void) -> Bool =
        service.processNotification(_:_:_:)
    return [submit, submitOfTheExample, check, process, processOfTheExample]
}

/// "NotificationHandler", "VerificationResult", "UserData", "ProviderError", "ProviderMessages", "DetailedTransactionStatus".
func declaredResults(_ result: VerificationResult, _ data: UserData, _ error: ProviderError, _ messages: ProviderMessages) -> [Any?] {
    let getTransactionId: () -> String = result.getTransactionId
    let getValidationStatus: () -> VerifyStatus = result.getValidationStatus
    let getDetailedStatus: () -> DetailedTransactionStatus = result.getValidationStatus
    let getStatus: () -> DetailedTransactionStatus = result.getStatus
    let getValidationClaims: () -> [Claim]? = result.getValidationClaims
    let getClaims: () -> [Claim] = result.getClaims
    let getValidationErrors: () -> [ProviderError]? = result.getValidationErrors
    let getProviderMessagesList: () -> [ProviderMessages] = result.getProviderMessagesList
    let getUserData: () -> UserData? = result.getUserData
    let statusOfDetails: () -> VerifyStatus = getStatus().getStatus
    let messagesOfDetails: () -> [ProviderMessages] = getStatus().getProviderMessagesList
    let texts: [() -> String] = [
        data.getFirstName, data.getLastName, data.getDateOfBirth, data.getAddressLine1, data.getAddressLine2, data.getCity, data.getState,
        data.getCountry, data.getPostalCode, data.getDocumentId, data.getExpirationDate, data.getIssueDate, data.getIdType,
        data.getCardType, error.getProviderId, messages.getProviderId,
    ]
    let isEmpty: () -> Bool = data.isEmpty
    let getProviderErrors: () -> [String] = error.getProviderErrors
    let getMessages: () -> [String: String] = messages.getMessages
    return [
        getTransactionId, getValidationStatus, getDetailedStatus, getStatus, getValidationClaims, getClaims, getValidationErrors,
        getProviderMessagesList, getUserData, statusOfDetails, messagesOfDetails, texts, isEmpty, getProviderErrors, getMessages,
    ]
}

/// "DriverLicense", of both.
func declaredLicense(_ license: DriverLicense) -> [Any] {
    let cardId: String? = license.cardId
    let numbers: [Int?] = [license.id_face_coordinate_x, license.id_face_coordinate_y, license.id_face_width, license.id_face_height]
    let images: [UIImage?] = [license.frontImage, license.backImage]
    let hasData: Bool = license.hasData
    let setFrontImage: (UIImage) throws -> Void = license.setFrontImage(_:)
    let setFrontImageAndFace: (UIImage, CGRect) -> Void = license.setFrontImage(_:_:)
    let getFrontImage: () -> UIImage = license.getFrontImage
    let getFaceCoordinates: () -> CGRect = license.getFaceCoordinates
    let setBackImage: (UIImage) -> Void = license.setBackImage(_:)
    let getBackImage: () -> UIImage = license.getBackImage
    let setters: [(String) -> Void] = [
        license.setFirstName, license.setMiddleName, license.setLastName, license.setGender, license.setAddressStreet,
        license.setAddressCity, license.setAddressState, license.setAddressZip, license.setCountry, license.setIssueDate,
        license.setExpirationDate, license.setBirthDate, license.setIdNumber, license.setWeight, license.setHeight, license.setHairColor,
        license.setEyeColor,
    ]
    let getters: [() -> String] = [
        license.getFirstName, license.getMiddleName, license.getLastName, license.getGender, license.getAddressStreet,
        license.getAddressCity, license.getAddressState, license.getAddressZip, license.getCountry, license.getIssueDate,
        license.getExpirationDate, license.getBirthDate, license.getIdNumber, license.getWeight, license.getHeight, license.getHairColor,
        license.getEyeColor, license.getCardType, license.getCardId,
    ]
    return [
        cardId ?? "", numbers, images, hasData, setFrontImage, setFrontImageAndFace, getFrontImage, getFaceCoordinates, setBackImage,
        getBackImage, setters, getters,
    ]
}

/// "Passport" and "Selfie", of both.
func declaredPassport(_ passport: Passport, _ selfie: Selfie) -> [Any] {
    let cardIds: [String] = [passport.cardId, selfie.cardId]
    let numbers: [Int?] = [passport.id_face_coordinate_x, passport.id_face_coordinate_y, passport.id_face_width, passport.id_face_height]
    let frontImage: UIImage? = passport.frontImage
    let setFrontImage: (UIImage) throws -> Void = passport.setFrontImage(_:)
    let setFrontImageAndFace: (UIImage, CGRect) -> Void = passport.setFrontImage(_:_:)
    let getFrontImage: () -> UIImage = passport.getFrontImage
    let getFaceCoordinates: () -> CGRect = passport.getFaceCoordinates
    let setters: [(String) -> Void] = [
        passport.setFirstName, passport.setMiddleName, passport.setLastName, passport.setGender, passport.setCountry,
        passport.setNationality, passport.setExpirationDate, passport.setBirthDate, passport.setIdNumber, passport.setPersonalNumber,
    ]
    let getters: [() -> String] = [
        passport.getFirstName, passport.getMiddleName, passport.getLastName, passport.getGender, passport.getCountry,
        passport.getNationality, passport.getExpirationDate, passport.getBirthDate, passport.getIdNumber, passport.getPersonalNumber,
        passport.getCardType, passport.getCardId, selfie.getCardType, selfie.getCardId,
    ]
    let setSelfie: (UIImage) -> Void = selfie.setSelfie(_:)
    let getSelfie: () -> UIImage = selfie.getSelfie
    let cards: [IdCard] = [passport, selfie]
    return [
        cardIds, numbers, frontImage ?? 0, setFrontImage, setFrontImageAndFace, getFrontImage, getFaceCoordinates, setters, getters,
        setSelfie, getSelfie, cards,
    ]
}

/// "IdvError" of both, "Configure secure storage".
func declaredStorage() -> [Any] {
    let errors: [IdvError] = [
        .cannotGetServicePublicKey, .cannotGetValidationStatus, .cannotInitializeIdvService, .cannotSubmitData, .cannotUpdatePublicKeys,
        .cannotValidateIssuedClaim, .claimValidationFailed, .failedToLoadSavedConfig, .invalidReponseFromIdvService,
        .CannotGetValidationStatusError, .IdvServiceInitializationError, .CannotSubmitDataError,
    ]
    let storage: [EncryptedStorageInitializationError] = [.AuthenticationFailedError, .RequiredAuthenticationNotAvailableError]
    let create: (String, @escaping (EncryptedSharedPreferences) -> Void, @escaping (any Error) -> Void) -> Void =
        EncryptedPreferences.create(_:_:_:)
    typealias Opened = (EncryptedSharedPreferences) -> Void
    let createAuthenticated: (UIViewController, String, @escaping Opened, @escaping (any Error) -> Void) -> Void =
        EncryptedPreferences.createAuthenticated(_:_:_:_:)
    return [errors, storage, create, createAuthenticated]
}
