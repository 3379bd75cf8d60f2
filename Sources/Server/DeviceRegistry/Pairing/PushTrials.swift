import DeviceMessages
import Foundation
package import Primitives
package import Store
import Messaging
package import Directory
import Foundations

/// Tries, when a device is paired, whether another provider's push service takes messages for it: by a silent push, which the device
/// answers by itself.
package struct PushTrials: Sendable {
    /// The number of trials in a minute for one installation.
    private static let most = 3
    private static let timeout = 60

    package let database: any Database
    package let users: Users
    package let applications: Applications
    package let challenges: Challenges
    /// The messages to devices.
    package let messages: DeviceMessenger
    package let time: any TimeSource

    package init(
        database: any Database, users: Users, applications: Applications, challenges: Challenges, messages: DeviceMessenger,
        time: any TimeSource
    ) {
        self.database = database
        self.users = users
        self.applications = applications
        self.challenges = challenges
        self.messages = messages
        self.time = time
    }

    /// The push service's own reason for taking none; nil when it takes them, can't be asked now, or is this server's.
    func failure(
        of id: UUID, at installation: Installation, in realm: Realm, issuer: DeviceIssuer
    ) async throws -> PairingResult.Failure? {
        guard let address = installation.reachableAt, address != .builtIn else { return nil }
        guard let push = try await push(to: id, at: installation, in: realm, issuer: issuer) else { return nil }
        do { try await messages.attempt(push, in: realm) } catch let error as PushError {
            return switch error.code {
            case .unregistered, .refused, .missingCredentials, .invalidAddress: PairingResult.Failure(rawValue: error.name)
            default: nil
            }
        }
        return nil
    }

    private func push(
        to id: UUID, at installation: Installation, in realm: Realm, issuer: DeviceIssuer
    ) async throws -> DeviceMessenger.Pending? {
        let (signer, now) = (try await messages.signer(issuer, realm), time.now)
        let device = try await database.read { try Devices.device(id, realm: realm.id, at: now, in: $0) }
        guard let device, let user = try await users.user(device.user, in: realm.id) else { return nil }
        let bundleID = try await applications.application(device.application ?? "", in: realm.id)?.settings.mobile?.bundleID
        let question = Challenges.Question(
            kind: .silent, device: device, user: DeviceUser(user), matching: nil, integrity: nil, timeout: Self.timeout, clientContext: nil,
            requester: .init())
        return try await database.write { transaction in
            guard
                try Throttle.allow(
                    "push trial", from: .installation(installation.id), realm: realm.id, limit: Self.most, at: now, in: transaction)
            else { return nil }
            let challenge = try challenges.ask(question, in: transaction)
            return try messages.push(.silent, of: challenge, to: installation, bundleID: bundleID, by: signer, in: transaction)
        }
    }
}
