package import Foundation
package import Primitives
import Store
package import WebAuthn
package import DeviceRegistry
package import Directory
import DevicePolicies

/// An authentication with what its user can do about it, as of one moment.
package struct DeviceAuthenticationStanding: Sendable {
    package let authentication: DeviceAuthentication
    /// Whether the user may pass without a second factor now.
    package let mayBypass: Bool
    /// The user's devices that can be used now.
    package let usable: [UserDevice]
    /// Those that can't, though they are active.
    package let unusable: [UserDevice]
    /// The request to the selected passkey; nil when none is selected.
    package let request: RequestOptions?
    /// The code of a device for testing, when it was just made.
    package var testCode: Secret?
}

extension DeviceAuthentications {
    /// Returns where an authentication stands.
    /// - Throws: ``SecondFactorError`` `.unknown`; `.expired` for one whose time is over.
    package func standing(_ id: UUID, in realm: Realm) async throws -> DeviceAuthenticationStanding {
        let (rules, now) = (try await rules(in: realm), time.now)
        return try await database.lookUp { transaction in
            try Self.standing(of: try Self.living(id, realm: realm.id, at: now, in: transaction), rules, transaction)
        }
    }

    /// Returns where an authentication stands that was just read.
    package func standing(of authentication: DeviceAuthentication, in realm: Realm) async throws -> DeviceAuthenticationStanding {
        let rules = try await rules(in: realm)
        return try await database.lookUp { try Self.standing(of: authentication, rules, $0) }
    }

    private static func standing(
        of authentication: DeviceAuthentication, _ rules: MFARules, _ transaction: any ReadTransaction
    ) throws -> DeviceAuthenticationStanding {
        guard authentication.status.isFinal else {
            return try standing(of: authentication, try rules.subject(of: authentication, in: transaction), nil, transaction)
        }
        // Of an end there is something to tell even when the user may do nothing any more.
        let bypassed = try Users.bypassesMFA(authentication.user, realm: authentication.realm, at: authentication.asOf, in: transaction)
        return ended(authentication, mayBypass: bypassed)
    }

    /// Returns where an authentication stands within the transaction of a step.
    /// - Parameter candidates: the user's devices, if the step has read them; nil to read them.
    static func standing(
        of authentication: DeviceAuthentication, _ subject: MFASubject, _ candidates: [DeviceCandidate]?,
        _ transaction: any ReadTransaction
    ) throws -> DeviceAuthenticationStanding {
        guard !authentication.status.isFinal else {
            return ended(authentication, mayBypass: subject.user.bypassesMFA(at: authentication.asOf))
        }
        let now = authentication.asOf
        let candidates = try candidates ?? DeviceCandidate.all(of: subject, at: now, in: transaction)
        return DeviceAuthenticationStanding(
            authentication: authentication, mayBypass: subject.user.bypassesMFA(at: now),
            usable: candidates.filter { $0.means != nil }.map(\.device),
            unusable: candidates.filter { $0.means == nil && $0.device.status == .active }.map(\.device),
            request: try request(authentication, subject, transaction))
    }

    private static func ended(_ authentication: DeviceAuthentication, mayBypass: Bool) -> DeviceAuthenticationStanding {
        DeviceAuthenticationStanding(authentication: authentication, mayBypass: mayBypass, usable: [], unusable: [], request: nil)
    }
}
