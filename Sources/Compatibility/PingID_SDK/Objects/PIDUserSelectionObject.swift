public import Foundation
import PingIDMessages
import Primitives

/// The user's choice: an action, a trust level, or both.
#if canImport(ObjectiveC)
@objcMembers
#endif
public class PIDUserSelectionObject: NSObject {
    /// The action; `none` for none.
    public let action: PIDActionType
    /// The trust level; `none` for none.
    public let trustLevel: PIDTrustLevel
    /// The user; nil where there is one.
    public let userName: String?
    /// The unit of the interval for which the device is ignored; minutes unless set.
    public var ignoreIntervalUnit = PIDIgnoreIntervalUnit.minutes
    /// The number of units; 0, unless set, leaves the interval without an end.
    public var ignoreInterval = 0

    /// Makes a choice.
    public init(action: PIDActionType, trustLevel: PIDTrustLevel, userName: String?) {
        self.action = action
        self.trustLevel = trustLevel
        self.userName = userName
    }

    /// Makes a choice without a user.
    @available(*, deprecated, message: "Use -initWithAction:trustLevel:username: instead")
    public convenience init(action: PIDActionType, trustLevel: PIDTrustLevel) {
        self.init(action: action, trustLevel: trustLevel, userName: nil)
    }

    @available(*, unavailable)
    public override init() {
        action = .none
        trustLevel = .none
        userName = nil
    }

    /// The choice as our message.
    /// - Throws: as `UserSelection`.
    var selection: UserSelection {
        get throws {
            let level = trustLevel.level
            return try UserSelection(
                action: action.action, trust: level, ignoring: level == .ignored ? try interval : nil, username: userName)
        }
    }

    private var interval: IgnoreInterval? {
        get throws {
            if ignoreIntervalUnit == .always { return .always }
            return ignoreInterval == 0 ? nil : try IgnoreInterval(ignoreIntervalUnit.unit, count: ignoreInterval)
        }
    }
}
