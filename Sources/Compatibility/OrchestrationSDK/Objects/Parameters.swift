import Primitives

/// The parameters of an activation.
public struct OnlineActivationParameters {
    /// The user.
    public var user: OrchestrationUser
    /// The password that the customer's server gave the user.
    public var activationPassword: String
    /// The index of the application that signs the activation.
    public var cryptoAppIndex: Int
    /// Is told of the flow.
    public var delegate: any OnlineActivationDelegate

    /// Makes parameters; the index is 1 unless it is given.
    public init(
        user: OrchestrationUser, activationPassword: String, cryptoAppIndex: Int = 1, delegate: any OnlineActivationDelegate
    ) {
        self.user = user
        self.activationPassword = activationPassword
        self.cryptoAppIndex = cryptoAppIndex
        self.delegate = delegate
    }
}

/// The parameters of a registration for notifications.
public struct NotificationRegistrationParameters {
    /// The user.
    public var user: OrchestrationUser
    /// The identifier of the notification service.
    public var notificationIdentifier: String
    /// Is told of the flow.
    public var delegate: any NotificationRegistrationDelegate

    /// Makes parameters.
    public init(user: OrchestrationUser, notificationIdentifier: String, delegate: any NotificationRegistrationDelegate) {
        self.user = user
        self.notificationIdentifier = notificationIdentifier
        self.delegate = delegate
    }
}

/// The parameters of a local authentication.
public struct LocalAuthenticationParameters {
    /// The user.
    public var user: OrchestrationUser
    /// The index of the application that makes the one-time password.
    public var cryptoAppIndex: Int
    /// The challenge; needed where the application answers one.
    public var challenge: String?
    /// The method by which the user is authenticated before.
    public var protectionType: UserAuthenticationType
    /// Is told of the flow.
    public var delegate: any LocalAuthenticationDelegate

    /// Makes parameters.
    public init(
        user: OrchestrationUser, cryptoAppIndex: Int, challenge: String? = nil, protectionType: UserAuthenticationType,
        delegate: any LocalAuthenticationDelegate
    ) {
        self.user = user
        self.cryptoAppIndex = cryptoAppIndex
        self.challenge = challenge
        self.protectionType = protectionType
        self.delegate = delegate
    }
}

/// The parameters of a local transaction.
public struct LocalTransactionParameters {
    /// The user.
    public var user: OrchestrationUser
    /// The index of the application that signs.
    public var cryptoAppIndex: Int
    /// The data: at most 8 fields of at most 16 characters.
    public var dataFields: [String]
    /// The method by which the user is authenticated before.
    public var protectionType: UserAuthenticationType
    /// Is told of the flow.
    public var delegate: any LocalTransactionDelegate

    /// Makes parameters.
    public init(
        user: OrchestrationUser, cryptoAppIndex: Int, dataFields: [String], protectionType: UserAuthenticationType,
        delegate: any LocalTransactionDelegate
    ) {
        self.user = user
        self.cryptoAppIndex = cryptoAppIndex
        self.dataFields = dataFields
        self.protectionType = protectionType
        self.delegate = delegate
    }
}

/// The parameters of a change of the password.
public struct ChangePasswordParameters {
    /// The user.
    public var user: OrchestrationUser
    /// The index of the application that proves the present password.
    public var cryptoAppIndex: Int
    /// Is told of the flow.
    public var delegate: any ChangePasswordDelegate

    /// Makes parameters.
    public init(user: OrchestrationUser, cryptoAppIndex: Int, delegate: any ChangePasswordDelegate) {
        self.user = user
        self.cryptoAppIndex = cryptoAppIndex
        self.delegate = delegate
    }
}

/// The parameters of an enrolment of the user's face.
public struct FaceEnrollmentParameters {
    /// The user.
    public var user: OrchestrationUser
    /// Is told of the flow.
    public var delegate: any FaceEnrollmentDelegate

    /// Makes parameters.
    public init(user: OrchestrationUser, delegate: any FaceEnrollmentDelegate) {
        self.user = user
        self.delegate = delegate
    }
}

/// The name that Android has for ``OnlineActivationParameters``.
public typealias OnlineActivationParams = OnlineActivationParameters
/// The name that Android has for ``NotificationRegistrationParameters``.
public typealias NotificationRegistrationParams = NotificationRegistrationParameters
/// The name that Android has for ``LocalAuthenticationParameters``.
public typealias LocalAuthenticationParams = LocalAuthenticationParameters
/// The name that Android has for ``LocalTransactionParameters``.
public typealias LocalTransactionParams = LocalTransactionParameters
/// The name that Android has for ``ChangePasswordParameters``.
public typealias ChangePasswordParams = ChangePasswordParameters
/// The name that Android has for ``FaceEnrollmentParameters``.
public typealias FaceEnrollmentParams = FaceEnrollmentParameters
