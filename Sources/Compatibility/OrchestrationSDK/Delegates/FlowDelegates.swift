/// Is told of an activation.
public protocol OnlineActivationDelegate {
    /// A step is complete: the command must be sent to the server, and its answer executed.
    func onActivationStepComplete(_ command: String)
    /// The user is activated.
    func onActivationSuccess()
    /// An input wasn't taken.
    func onActivationInputError(_ error: OnlineActivationInputError)
    /// The user turned away.
    func onActivationAborted()
}

/// Is told of a registration for notifications.
public protocol NotificationRegistrationDelegate {
    /// A step is complete: the command must be sent to the server, and its answer executed.
    func onNotificationRegistrationStepComplete(_ command: String)
    /// The identifier is registered.
    func onNotificationRegistrationSuccess(_ user: OrchestrationUser, _ notificationIdentifier: String)
}

/// Is told of remote authentications.
public protocol RemoteAuthenticationDelegate {
    /// Data must be shown for approval; the caller is told what the user decides.
    func onRemoteAuthenticationDisplayData(_ data: String, _ caller: any DisplayDataCaller)
    /// A step is complete: the command must be sent to the server, and its answer executed.
    func onRemoteAuthenticationStepComplete(_ command: String)
    /// The approval counts, or the rejection.
    func onRemoteAuthenticationSuccess(_ state: SuccessSessionState)
    /// The session was over before.
    func onRemoteAuthenticationSessionOutdated(_ reason: SessionOutdatedReason)
    /// The user turned away.
    func onRemoteAuthenticationAborted()
    /// A password wasn't taken.
    func onRemoteAuthenticationPasswordError(_ error: PasswordError)
}

/// Is told of remote transactions.
public protocol RemoteTransactionDelegate {
    /// Data must be shown for approval; the caller is told what the user decides.
    func onRemoteTransactionDisplayData(_ data: String, _ caller: any DisplayDataCaller)
    /// A step is complete: the command must be sent to the server, and its answer executed.
    func onRemoteTransactionStepComplete(_ command: String)
    /// The approval counts, or the rejection.
    func onRemoteTransactionSuccess(_ state: SuccessSessionState)
    /// The session was over before.
    func onRemoteTransactionSessionOutdated(_ reason: SessionOutdatedReason)
    /// The user turned away.
    func onRemoteTransactionAborted()
    /// A password wasn't taken.
    func onRemoteTransactionPasswordError(_ error: PasswordError)
}

/// Is told of a local authentication.
public protocol LocalAuthenticationDelegate {
    /// There is a one-time password, and a host code where the application has one.
    func onLocalAuthenticationSuccess(_ otp: String, _ hostCode: String?)
    /// The user turned away.
    func onLocalAuthenticationAborted()
    /// A password or another input wasn't taken.
    func onLocalAuthenticationPasswordError(_ error: PasswordError)
}

/// Is told of a local transaction.
public protocol LocalTransactionDelegate {
    /// There is a signature, and a host code where the application has one.
    func onLocalTransactionSuccess(_ signature: String, _ hostCode: String?)
    /// The user turned away.
    func onLocalTransactionAborted()
    /// A password or another input wasn't taken.
    func onLocalTransactionPasswordError(_ error: PasswordError)
}

/// Is told of a change of the password.
public protocol ChangePasswordDelegate {
    /// A step is complete: the command must be sent to the server, and its answer executed.
    func onChangePasswordStepComplete(_ command: String)
    /// The password is changed.
    func onChangePasswordSuccess()
    /// The user turned away.
    func onChangePasswordAborted()
    /// An input wasn't taken.
    func onChangePasswordInputError(_ error: InputError)
}

/// Is told of an enrolment of the user's face.
public protocol FaceEnrollmentDelegate {
    /// The face is enrolled. The name is spelled as documented.
    func onFaceEnrollmentSucceed()
    /// The user turned away.
    func onFaceEnrollmentCanceled()
    /// The face can't be enrolled.
    func onFaceEnrollmentError(_ error: OrchestrationError)
}

/// Takes the user's decision on what is shown.
public protocol DisplayDataCaller: Sendable {
    /// The user approves.
    func onDataApproved()
    /// The user rejects.
    func onDataRejected()
}

/// Authenticates the user in place of the SDK's keypad.
public protocol UserAuthenticationDelegate {
    /// The user must be authenticated. Whether the password is to be chosen, `isEnrollment` says; the app then has it confirmed.
    func onUserAuthenticationRequired(
        _ type: UserAuthenticationType, _ inputDelegate: any UserAuthenticationInputDelegate, _ isEnrollment: Bool)
    /// The input wasn't taken; it is asked for again.
    func onUserAuthenticationInputError(_ error: InputError)
}

/// Takes what the user put in.
public protocol UserAuthenticationInputDelegate: Sendable {
    /// The user put something in.
    func onUserAuthenticationInputSuccess(_ input: String)
    /// The user turned away.
    func onUserAuthenticationInputAborted()
}

/// The name that Android has for ``OnlineActivationDelegate``.
public typealias OnlineActivationCallback = OnlineActivationDelegate
/// The name that Android has for ``NotificationRegistrationDelegate``.
public typealias NotificationRegistrationCallback = NotificationRegistrationDelegate
/// The name that Android has for ``RemoteAuthenticationDelegate``.
public typealias RemoteAuthenticationCallback = RemoteAuthenticationDelegate
/// The name that Android has for ``RemoteTransactionDelegate``.
public typealias RemoteTransactionCallback = RemoteTransactionDelegate
/// The name that Android has for ``LocalAuthenticationDelegate``.
public typealias LocalAuthenticationCallback = LocalAuthenticationDelegate
/// The name that Android has for ``LocalTransactionDelegate``.
public typealias LocalTransactionCallback = LocalTransactionDelegate
/// The name that Android has for ``ChangePasswordDelegate``.
public typealias ChangePasswordCallback = ChangePasswordDelegate
/// The name that Android has for ``FaceEnrollmentDelegate``.
public typealias FaceEnrollmentCallback = FaceEnrollmentDelegate
/// The name that Android has for ``UserAuthenticationDelegate``.
public typealias UserAuthenticationCallback = UserAuthenticationDelegate
/// The name that Android has for ``UserAuthenticationInputDelegate``.
public typealias UserAuthenticationInputCallback = UserAuthenticationInputDelegate
