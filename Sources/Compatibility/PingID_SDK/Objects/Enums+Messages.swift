import PingIDClient
import PingIDMessages
import Primitives

// The documented enumerations as those of the messages, and back.

extension PIDActionType {
    var action: DeviceAction? {
        switch self {
        case .none: nil
        case .approve: .approve
        case .deny: .deny
        case .block: .block
        }
    }
}

extension PIDTrustLevel {
    var level: TrustLevel? {
        switch self {
        case .none: nil
        case .primary: .primary
        case .trusted: .trusted
        case .ignored: .ignored
        }
    }

    init(_ level: TrustLevel) {
        self =
            switch level {
            case .primary: .primary
            case .trusted: .trusted
            case .ignored: .ignored
            }
    }
}

extension PIDIgnoreIntervalUnit {
    var unit: IgnoreInterval.Unit {
        switch self {
        case .minutes: .minutes
        case .hours: .hours
        case .days: .days
        case .weeks: .weeks
        case .months: .months
        case .years: .years
        case .always: .always
        }
    }
}

extension PIDFlowState {
    init(_ state: FlowState) {
        self =
            switch state {
            case .done: .done
            case .oneTimePasscode: .oneTimePasscode
            case .trustLevels: .trustLevels
            case .deviceIsTrusted: .deviceIsTrusted
            }
    }
}

extension PIDSupportedMfaType {
    var capability: MFACapability {
        switch self {
        case .automatic: .automatic
        case .enforceRemoteNotifications: .pushOnly
        case .disableRemoteNotifications: .passcodeOnly
        }
    }
}

extension PIDOneTimePasscodeStatus {
    init(_ status: RestrictivePasscode.Status) {
        self =
            switch status {
            case .ok: .ok
            case .rooted: .deviceRooted
            case .cannotCheckOffline: .canNotCheckRootDetectionAtOffline
            case .unsuccessful: .unsuccessesful
            }
    }
}
