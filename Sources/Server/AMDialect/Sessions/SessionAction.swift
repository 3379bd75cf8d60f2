import HTTPBase
import Primitives

/// The actions that can be done with a session (`docs/protocols/step-protocol.md` 5.1).
enum SessionAction: String, Sendable, CaseIterable {
    case logout, getSessionInfo, getSessionInfoAndResetIdleTime, validate, refresh, getSessionProperties,
        updateSessionProperties, logoutByHandle
    // Only in version 1.
    case isActive, getIdle, getMaxIdle, getMaxSessionTime, getTimeLeft, getProperty, setProperty, deleteProperty,
        getPropertyNames

    /// Whether a version of the resource has this action.
    func exists(in version: APIVersion) -> Bool { isOld ? version.major == 1 : true }

    private var isOld: Bool {
        switch self {
        case .isActive, .getIdle, .getMaxIdle, .getMaxSessionTime, .getTimeLeft, .getProperty, .setProperty, .deleteProperty,
            .getPropertyNames:
            true
        default: false
        }
    }
}
