import DeviceMessages
import Foundation
import PingIDMessages
import Primitives

extension [TrustLevel] {
    /// The numbers of the documented enumeration; nil for none.
    var documented: [Any]? { isEmpty ? nil : map { NSNumber(value: PIDTrustLevel($0).rawValue) } }
}

extension TokenReport {
    /// The documented dictionary of a token's state.
    var documented: [AnyHashable: Any] {
        var info: [AnyHashable: Any] = ["authentication_token_status": status.rawValue]
        info["client_context"] = clientContext
        if !users.isEmpty { info["users"] = users.map(\.documented) }
        return info
    }
}

extension TokenUser {
    fileprivate var documented: [String: Any] {
        ["username": username, "firstName": firstName ?? "", "lastName": lastName ?? "", "status": status.rawValue]
    }
}

extension SessionDetails {
    /// Details of the session: the header promises those of device and timeout, and names none. The names are ours.
    var documented: [AnyHashable: Any] {
        var info: [AnyHashable: Any] = ["username": username, "timeout": timeout]
        info["client_context"] = clientContext
        info["device"] = device?.documented
        return info
    }
}

extension DeviceDescription {
    fileprivate var documented: [String: Any] { ["name": name, "model": model, "platform": platform, "osVersion": osVersion] }
}
