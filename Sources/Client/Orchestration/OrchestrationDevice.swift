import CommandChannel
public import DeviceFoundation
import Foundation
package import Primitives

/// An authenticator for some users of a server that the app reaches through its own.
///
/// The device never opens a connection. Each flow gives commands to a ``CommandRelay`` and takes its answers; what the server begins comes
/// as a command that the app found in a push, a link or an image.
///
/// ```swift
/// let device = OrchestrationDevice(OrchestrationConfiguration(), store: vault)
/// try await device.activate("tom", password: typed, through: relay, prompts: screens)
/// let outcome = try await device.answer(command, through: relay, prompts: screens)
/// ```
///
/// One flow of a user is under way at a time. A flow that was cut off, even by the end of the process, leaves either nothing, or a command
/// that is sent again when the flow is begun again.
public actor OrchestrationDevice {
    let configuration: OrchestrationConfiguration
    let book: UserBook
    let keys: any KeyStore
    let time: any TimeSource
    let random: any RandomSource
    private var busy: Set<ChannelUser> = []

    /// Opens the authenticator over a store.
    /// - Parameter keys: the store of the device's keys; by default, keys are records of `store`.
    public init(_ configuration: OrchestrationConfiguration, store: any SecureStore, keys: (any KeyStore)? = nil) {
        self.init(
            configuration, store: store, keys: keys ?? SystemStores.keys(over: store), time: SystemTime(), random: SystemRandom())
    }

    package init(
        _ configuration: OrchestrationConfiguration, store: any SecureStore, keys: any KeyStore, time: any TimeSource,
        random: any RandomSource
    ) {
        self.configuration = configuration
        book = UserBook(store)
        self.keys = keys
        self.time = time
        self.random = random
    }

    /// Runs a flow of a user, and no other of the same user meanwhile.
    func exclusively<Result: Sendable>(
        _ user: ChannelUser, _ body: () async throws(OrchestrationError) -> Result
    ) async throws(OrchestrationError) -> Result {
        guard busy.insert(user).inserted else { throw OrchestrationError(.busy, "another flow of this user is under way") }
        defer { busy.remove(user) }
        try checkIntegrity()
        return try await body()
    }

    /// The user of a name, in the domain that is named or the default one.
    func user(_ name: String, _ domain: String?) throws(OrchestrationError) -> ChannelUser {
        guard !name.isEmpty else { throw OrchestrationError(.userEmpty, "the user's identifier is empty") }
        do { return try ChannelUser(name, domain: domain ?? configuration.defaultDomain) } catch {
            throw OrchestrationError(.userFormat, error.reason, underlying: error)
        }
    }

    /// The record of a user who is activated.
    func activated(_ user: ChannelUser) async throws(OrchestrationError) -> UserRecord {
        guard let record = try await book.record(user), record.isActivated else {
            throw OrchestrationError(.userNotActivated, "the user isn't activated on this device")
        }
        return record
    }

    private func checkIntegrity() throws(OrchestrationError) {
        guard let tampering = configuration.tampering else { return }
        let degree = tampering.look().score
        if degree > configuration.tamperingThreshold { throw OrchestrationError(.rooted, "this device is rooted") }
        if degree > 0 { configuration.warning(.rootSuspected) }
    }
}
