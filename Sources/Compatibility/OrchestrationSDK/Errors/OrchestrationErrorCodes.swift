import Orchestration
import Primitives

/// The numbers of errors. The documented SDK publishes two of them, -8000 and -8006; the others are ours.
public enum OrchestrationErrorCodes {
    /// An error without a number of its own.
    public static let UNKNOWN_ERROR = -8000
    /// The command is missing.
    public static let COMMAND_NULL_OR_EMPTY = -8001
    /// The command can't be read, or isn't one that is waited for.
    public static let COMMAND_PARSING_ERROR = -8002
    /// The activation failed.
    public static let ACTIVATION_ERROR = -8003
    /// The notification registration failed.
    public static let NOTIFICATION_REGISTRATION_ERROR = -8004
    /// The remote authentication failed.
    public static let REMOTE_AUTHENTICATION_ERROR = -8005
    /// The remote transaction failed, such as for a request that is no longer valid.
    public static let REMOTE_TRANSACTION_ERROR = -8006
    /// The local authentication failed.
    public static let LOCAL_AUTHENTICATION_ERROR = -8007
    /// The local transaction failed.
    public static let LOCAL_TRANSACTION_ERROR = -8008
    /// The change of the password failed.
    public static let CHANGE_PASSWORD_ERROR = -8009
    /// The storage can't be read or written.
    public static let STORAGE_ERROR = -8010
    /// The device is rooted.
    public static let DEVICE_ROOTED = -8011
    /// The device data can't be collected.
    public static let CDDC_ERROR = -8012
    /// The SDK itself failed, or lacks something that the app has to give it.
    public static let INTERNAL_ERROR = -8013
    /// A flow of the user is under way.
    public static let FLOW_ALREADY_IN_PROGRESS = -8014
    /// The command was taken already.
    public static let COMMAND_REPLAYED = -8015
    /// The command has expired.
    public static let COMMAND_EXPIRED = -8016
    /// The user identifier is missing.
    public static let USER_ID_NULL_OR_EMPTY = -8020
    /// The user identifier has characters that aren't allowed.
    public static let USER_ID_WRONG_FORMAT = -8021
    /// The user isn't activated.
    public static let USER_NOT_ACTIVATED = -8022
    /// The user is activated already.
    public static let USER_ALREADY_ACTIVATED = -8023
    /// The activation password is missing.
    public static let ACTIVATION_PASSWORD_NULL_OR_EMPTY = -8030
    /// The activation password has another length.
    public static let ACTIVATION_PASSWORD_WRONG_LENGTH = -8031
    /// The activation password is mistyped.
    public static let ACTIVATION_PASSWORD_WRONG_CHECKSUM = -8032
    /// The activation password isn't the server's.
    public static let ACTIVATION_PASSWORD_WRONG = -8033
    /// The password is wrong.
    public static let PASSWORD_WRONG = -8040
    /// The authenticator is locked.
    public static let PASSWORD_LOCKED = -8041
    /// The password is too short.
    public static let PASSWORD_TOO_SHORT = -8042
    /// The password is too long.
    public static let PASSWORD_TOO_LONG = -8043
    /// The password is too simple.
    public static let PASSWORD_WEAK = -8044
    /// Both entries of the new password differ.
    public static let PASSWORD_CONFIRMATION_MISMATCH = -8045
    /// The new password is the old one.
    public static let PASSWORD_UNCHANGED = -8046
    /// The password has characters that aren't digits.
    public static let PASSWORD_WRONG_FORMAT = -8047
    /// The challenge is missing.
    public static let CHALLENGE_NULL_OR_EMPTY = -8050
    /// The challenge has another form.
    public static let CHALLENGE_WRONG_FORMAT = -8051
    /// There is no cryptographic application of this index for this use.
    public static let CRYPTO_APP_INDEX_INVALID = -8052
    /// There are no data fields, or too many.
    public static let DATA_FIELDS_WRONG_COUNT = -8053
    /// A data field is too long.
    public static let DATA_FIELD_WRONG_LENGTH = -8054
    /// The user was not recognised.
    public static let BIOMETRIC_REFUSED = -8060
    /// The device has no means to recognise the user.
    public static let BIOMETRIC_UNAVAILABLE = -8061
}

/// The numbers of warnings, all of them ours.
public enum OrchestrationWarningCodes {
    /// The method isn't there, so the password was asked for.
    public static let UNSUPPORTED_METHOD_FALLBACK = -8100
    /// Some device data couldn't be collected.
    public static let CDDC_PARTIAL = -8101
    /// The device's clock and the server's differ.
    public static let CLOCK_SKEW = -8102
    /// The device may be rooted.
    public static let ROOT_SUSPECTED = -8103
    /// A text, colour or size of the keypad can't be read, so the default was taken.
    public static let KEYPAD_APPEARANCE = -8104
}
