package import DeviceMessages
import Foundation
package import Primitives
package import Store
package import Directory
import Foundations

/// Pushes by which a device tries whether pushes arrive (`docs/protocols/device-protocol.md` 8).
package struct TestPushes: Sendable {
    /// The number that an installation may ask for in a minute.
    private static let most = 3
    private static let timeout = 60

    package let database: any Database
    package let challenges: Challenges
    /// The messages to devices.
    package let messages: DeviceMessenger
    package let applications: Applications
    package let users: Users
    package let time: any TimeSource

    package init(
        database: any Database, challenges: Challenges, messages: DeviceMessenger, applications: Applications, users: Users,
        time: any TimeSource
    ) {
        self.database = database
        self.challenges = challenges
        self.messages = messages
        self.applications = applications
        self.users = users
        self.time = time
    }

    /// Sends one.
    /// - Throws: ``DeviceError`` `.notPaired`, `.rateLimited`; `.policy` when the device has told no address, or lets no pushes be sent.
    package func send(to installation: Installation, in realm: Realm, issuer: DeviceIssuer) async throws {
        guard installation.reachableAt != nil else { throw DeviceError(.policy, "the device takes no pushes") }
        let device = try await database.read {
            try Devices.devices(ofInstallation: installation.id, realm: realm.id, in: $0).first
        }
        guard let device, let user = try await users.user(device.user, in: realm.id) else { throw Installations.notPaired }
        let signer = try await messages.signer(issuer, realm)
        let bundleID = try await applications.application(device.application ?? "", in: realm.id)?.settings.mobile?.bundleID
        let question = Challenges.Question(
            kind: .test, device: device, user: DeviceUser(user), matching: nil, integrity: nil, timeout: Self.timeout, clientContext: nil,
            requester: .init())
        let now = time.now
        let push = try await database.write { transaction in
            guard
                try Throttle.allow(
                    "test push", from: .installation(installation.id), realm: realm.id, limit: Self.most, at: now, in: transaction)
            else { throw DeviceError(.rateLimited, "too many test pushes; wait a minute") }
            let challenge = try challenges.ask(question, in: transaction)
            return try messages.push(.test, of: challenge, to: installation, bundleID: bundleID, by: signer, in: transaction)
        }
        messages.send([push], in: realm)
    }
}
