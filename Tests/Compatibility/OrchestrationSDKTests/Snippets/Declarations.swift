import Foundation
import OrchestrationSDK

// The documented declarations: each is used at its type, by the names of both systems where there are two.

/// The calls of the orchestrator and its builder.
func declaredCalls(_ orchestrator: Orchestrator, _ builder: Orchestrator.Builder) -> [Any] {
    let execute: (String) -> Void = orchestrator.execute(_:)
    let activate: (OnlineActivationParams) -> Void = orchestrator.startActivation(_:)
    let register: (NotificationRegistrationParams) -> Void = orchestrator.startNotificationRegistration(_:)
    let authenticate: (LocalAuthenticationParams) -> Void = orchestrator.startLocalAuthentication(_:)
    let sign: (LocalTransactionParams) -> Void = orchestrator.startLocalTransaction(_:)
    let change: (ChangePasswordParams) -> Void = orchestrator.startChangePassword(_:)
    let remote: [(any RemoteAuthenticationCallback) -> Void] = [
        orchestrator.setRemoteAuthenticationCallback(_:), orchestrator.setRemoteAuthenticationDelegate(_:),
        orchestrator.setRemoteAuthCallback(_:),
    ]
    let transactions: [(any RemoteTransactionCallback) -> Void] = [
        orchestrator.setRemoteTransactionCallback(_:), orchestrator.setRemoteTransactionDelegate(_:),
    ]
    let user: [(any UserAuthenticationCallback, [UserAuthenticationType]) -> Void] = [
        orchestrator.setUserAuthenticationCallback(_:_:), orchestrator.setUserAuthenticationDelegate(_:_:),
    ]
    let methods: () -> UserAuthenticationMethodManager = orchestrator.getUserAuthenticationMethodManager
    let enroll: (FaceEnrollmentParams) -> Void = methods().enrollFace(_:)
    let feeder: () -> CDDCDataFeeder = orchestrator.getCDDCDataFeeder
    let message: (CDDCMessageParams) -> CDDCMessage = orchestrator.getCDDCMessage(_:)
    let users: () -> UserManager = orchestrator.getUserManager
    let list: () -> [OrchestrationUser] = users().getUsers
    let isActivated: (OrchestrationUser) -> Bool = users().isUserActivated(_:)
    let information: (OrchestrationUser) -> OrchestrationUserInformation? = users().getUserInformation(_:)
    let delete: (OrchestrationUser) throws -> Void = users().deleteUser(_:)
    let salts: [(String) -> Orchestrator.Builder] = [
        builder.setDigipassSalt(_:), builder.setStorageSalt(_:), builder.setDefaultDomain(_:),
    ]
    let data: [(CDDCParams) -> Orchestrator.Builder] = [builder.setCDDCParams(_:), builder.setCDDCParameters(_:)]
    let errors: [(any OrchestrationErrorCallback) -> Orchestrator.Builder] = [builder.setErrorCallback(_:), builder.setErrorDelegate(_:)]
    let warnings: [(any OrchestrationWarningCallback) -> Orchestrator.Builder] = [
        builder.setWarningCallback(_:), builder.setWarningDelegate(_:),
    ]
    let root: (Bool) -> Orchestrator.Builder = builder.rootDetectionEnabled(_:)
    let build: () throws -> Orchestrator = builder.build
    return [
        execute, activate, register, authenticate, sign, change, remote, transactions, user, methods, enroll, feeder, message, users, list,
        isActivated, information, delete, salts, data, errors, warnings, root, build,
    ]
}

/// The parameters, as an app makes them.
func declaredParameters(_ delegate: AllDelegates) -> [Any] {
    let user = OrchestrationUser("tom", "bank")
    let named = OrchestrationUser(userIdentifier: "tom", domain: nil)
    let feeder: (CDDCDataFeeder) -> Void = { feeder in
        feeder.setApplicationReleaseDate(0)
        feeder.setDeviceRooted(false)
        feeder.setRASPProtected(true)
        feeder.setGeolocation(latitude: 0, longitude: 0)
        feeder.setBluetooth("")
        feeder.setWiFi("")
    }
    return [
        named, feeder, OnlineActivationParameters(user: user, activationPassword: "", delegate: delegate),
        OnlineActivationParameters(user: user, activationPassword: "", cryptoAppIndex: 1, delegate: delegate),
        NotificationRegistrationParameters(user: user, notificationIdentifier: "", delegate: delegate),
        LocalAuthenticationParameters(user: user, cryptoAppIndex: 2, challenge: nil, protectionType: .PASSWORD, delegate: delegate),
        LocalTransactionParameters(user: user, cryptoAppIndex: 4, dataFields: [], protectionType: .NOPASSWORD, delegate: delegate),
        ChangePasswordParameters(user: user, cryptoAppIndex: 2, delegate: delegate),
        FaceEnrollmentParameters(user: user, delegate: delegate),
        CDDCParameters(refreshInterval: 60, optionalRetrievableFields: [.geolocation, .bluetooth, .wifi]),
        CDDCMessageParameters(user: user, encrypted: true, eventName: "", applicationData: "{}"),
        [SuccessSessionState.Accepted, .Refused], [SessionOutdatedReason.Expired, .Accepted, .Refused, .Unknown],
    ]
}

/// The members of errors and warnings.
func declaredErrors(
    _ error: OrchestrationError, _ server: OrchestrationServerError, _ warning: OrchestrationWarning, _ input: InputError,
    _ password: PasswordError, _ activation: OnlineActivationInputError
) -> [Any?] {
    let numbers: [Int] = [error.errorCode, warning.warningCode, input.errorCode, password.errorCode, activation.errorCode]
    let causes: [(any Error)?] = [error.exception, warning.exception, input.inputException, activation.activationInputException]
    return [numbers, causes, server.customPayload, server.readableMessage]
}

/// The methods that an app calls on what it is handed.
func declaredAnswers(
    _ caller: any DisplayDataCaller, _ input: any UserAuthenticationInputDelegate, _ same: any UserAuthenticationInputCallback
) {
    caller.onDataApproved()
    caller.onDataRejected()
    input.onUserAuthenticationInputSuccess("")
    same.onUserAuthenticationInputAborted()
}

/// An object that has every documented callback: it compiles only with all of them at their types.
final class AllDelegates: OnlineActivationCallback, NotificationRegistrationCallback, RemoteAuthenticationCallback,
    RemoteTransactionCallback,
    LocalAuthenticationCallback, LocalTransactionCallback, ChangePasswordCallback, FaceEnrollmentCallback, UserAuthenticationCallback,
    OrchestrationErrorCallback, OrchestrationWarningCallback
{
    /// Is told the name of each callback, with what came.
    let told: @Sendable (String, Any?) -> Void
    init(_ told: @escaping @Sendable (String, Any?) -> Void) { self.told = told }

    func onActivationStepComplete(_ command: String) { told("onActivationStepComplete", command) }
    func onActivationSuccess() { told("onActivationSuccess", nil) }
    func onActivationInputError(_ error: OnlineActivationInputError) { told("onActivationInputError", error.errorCode) }
    func onActivationAborted() { told("onActivationAborted", nil) }
    func onNotificationRegistrationStepComplete(_ command: String) { told("onNotificationRegistrationStepComplete", command) }
    func onNotificationRegistrationSuccess(_ user: OrchestrationUser, _ notificationIdentifier: String) {
        told("onNotificationRegistrationSuccess", "\(user.userIdentifier) \(notificationIdentifier)")
    }
    func onRemoteAuthenticationDisplayData(_ data: String, _ caller: any DisplayDataCaller) {
        told("onRemoteAuthenticationDisplayData", (data, caller))
    }
    func onRemoteAuthenticationStepComplete(_ command: String) { told("onRemoteAuthenticationStepComplete", command) }
    func onRemoteAuthenticationSuccess(_ state: SuccessSessionState) { told("onRemoteAuthenticationSuccess", state) }
    func onRemoteAuthenticationSessionOutdated(_ reason: SessionOutdatedReason) { told("onRemoteAuthenticationSessionOutdated", reason) }
    func onRemoteAuthenticationAborted() { told("onRemoteAuthenticationAborted", nil) }
    func onRemoteAuthenticationPasswordError(_ error: PasswordError) { told("onRemoteAuthenticationPasswordError", error.errorCode) }
    func onRemoteTransactionDisplayData(_ data: String, _ caller: any DisplayDataCaller) {
        told("onRemoteTransactionDisplayData", (data, caller))
    }
    func onRemoteTransactionStepComplete(_ command: String) { told("onRemoteTransactionStepComplete", command) }
    func onRemoteTransactionSuccess(_ state: SuccessSessionState) { told("onRemoteTransactionSuccess", state) }
    func onRemoteTransactionSessionOutdated(_ reason: SessionOutdatedReason) { told("onRemoteTransactionSessionOutdated", reason) }
    func onRemoteTransactionAborted() { told("onRemoteTransactionAborted", nil) }
    func onRemoteTransactionPasswordError(_ error: PasswordError) { told("onRemoteTransactionPasswordError", error.errorCode) }
    func onLocalAuthenticationSuccess(_ otp: String, _ hostCode: String?) { told("onLocalAuthenticationSuccess", (otp, hostCode)) }
    func onLocalAuthenticationAborted() { told("onLocalAuthenticationAborted", nil) }
    func onLocalAuthenticationPasswordError(_ error: PasswordError) { told("onLocalAuthenticationPasswordError", error.errorCode) }
    func onLocalTransactionSuccess(_ signature: String, _ hostCode: String?) { told("onLocalTransactionSuccess", (signature, hostCode)) }
    func onLocalTransactionAborted() { told("onLocalTransactionAborted", nil) }
    func onLocalTransactionPasswordError(_ error: PasswordError) { told("onLocalTransactionPasswordError", error.errorCode) }
    func onChangePasswordStepComplete(_ command: String) { told("onChangePasswordStepComplete", command) }
    func onChangePasswordSuccess() { told("onChangePasswordSuccess", nil) }
    func onChangePasswordAborted() { told("onChangePasswordAborted", nil) }
    func onChangePasswordInputError(_ error: InputError) { told("onChangePasswordInputError", error.errorCode) }
    func onFaceEnrollmentSucceed() { told("onFaceEnrollmentSucceed", nil) }
    func onFaceEnrollmentCanceled() { told("onFaceEnrollmentCanceled", nil) }
    func onFaceEnrollmentError(_ error: OrchestrationError) { told("onFaceEnrollmentError", error.errorCode) }
    func onUserAuthenticationRequired(
        _ type: UserAuthenticationType, _ inputDelegate: any UserAuthenticationInputDelegate, _ isEnrollment: Bool
    ) { told("onUserAuthenticationRequired", (inputDelegate, isEnrollment)) }
    func onUserAuthenticationInputError(_ error: InputError) { told("onUserAuthenticationInputError", error.errorCode) }
    func onOrchestrationError(_ error: OrchestrationError) { told("onOrchestrationError", error.errorCode) }
    func onOrchestrationServerError(_ error: OrchestrationServerError) { told("onOrchestrationServerError", error) }
    func onOrchestrationWarning(_ warning: OrchestrationWarning) { told("onOrchestrationWarning", warning.warningCode) }
}
