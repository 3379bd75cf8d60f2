package import DeviceBinding
package import DeviceFoundation
import Foundation
import JourneyMessages
package import Journeys
package import Passkeys
import Primitives

/// Plays a server's journeys with a user at a terminal: asks what a step asks, and answers for the device, whose bound keys, passkeys and
/// identifier are in its store.
package struct JourneyPlayer: Sendable {
    package let address: ServerAddress
    package let device: Device
    /// The device, bound to users by its keys.
    package let binding: DeviceBinding
    /// The device as an authenticator.
    package let passkeys: PasskeyAuthenticator
    /// The journeys that are played, whose session is kept.
    package let journeys: Journey
    let deviceName: String
    let user: any JourneyConversation
    let sensor: TerminalSensor

    /// - Parameters:
    ///   - application: as which app the device binds keys; a server may take some only.
    ///   - deviceName: the server's name for the device of a new key or passkey.
    ///   - verification: shows that the user is there where a key or a passkey wants face or finger.
    ///   - signals: how it sends signals to journeys that ask for them.
    ///   - user: the person who is asked for all else, PINs among it.
    package init(
        at address: ServerAddress, on device: Device, application: String, deviceName: String, verification: any UserVerification,
        signals: SignalManner = .none, asking user: any JourneyConversation = TerminalConversation()
    ) {
        self.address = address
        self.device = device
        self.deviceName = deviceName
        self.user = user
        sensor = TerminalSensor(signals, at: address, on: device)
        binding = DeviceBinding(
            at: address, on: device, application: application, verification: verification, pins: TerminalPINs(user: user))
        passkeys = PasskeyAuthenticator(
            PasskeyConfiguration(verification: verification, consent: TerminalConsent(user: user)),
            keys: SoftwareKeyStore(device.store), on: device)
        journeys = Journey(at: address, on: device)
    }

    /// Runs a journey, asking its questions.
    package func run(_ journey: String) async throws -> Session {
        let counter = StepCounter(title: "\(address.realm) · \(journey)", user)
        return try await explaining(journey) {
            try await journeys.run(journey, options: .forceAuth) { step in try await answer(&step, counter) }
        }
    }

    /// Runs the journey that the realm runs when none is named, asking its questions.
    package func runDefault() async throws -> Session {
        let counter = StepCounter(title: "\(address.realm)", user)
        return try await explaining("the standard journey") {
            try await journeys.run(options: .forceAuth) { step in try await answer(&step, counter) }
        }
    }

    /// Continues with a journey that was suspended.
    /// - Parameter link: the link that was sent, or the `suspendedId` in it.
    package func resume(_ link: String) async throws -> Session {
        let query = URLComponents(string: link)?.queryItems
        let suspendedID = query?.first { $0.name == "suspendedId" }?.value ?? link
        let counter = StepCounter(title: "\(address.realm) · resumed", user)
        return try await explaining("the resumed journey") {
            try await journeys.run(resuming: suspendedID) { step in try await answer(&step, counter) }
        }
    }

    /// The prompts leave alone what the device has answered.
    private func answer(_ step: inout Step, _ counter: StepCounter) async throws {
        counter.begin()
        await answerDevice(&step)
        try StepPrompt(user, hasSensor: sensor.isThere).answer(&step)
        await answerPasskey(&step)
    }

    private func explaining(_ journey: String, _ run: () async throws -> Session) async throws -> Session {
        do { return try await run() } catch let error as JourneyError { throw PlayerError(error, journey: journey, at: address) }
    }
}

extension PlayerError {
    /// Says in one line why a journey came to no session.
    fileprivate init(_ error: JourneyError, journey: String, at address: ServerAddress) {
        let (code, reason): (Code, String) =
            switch error.code {
            case .transport: (.unreachable, "\(address.base) can't be reached; is the server running? (\(error.reason))")
            case .suspended: (.suspended, "\(journey) waits until you open a link: \(error.reason)")
            case .failed where error.failure?.isUnknownJourney == true:
                (.unknownJourney, "the realm \(address.realm) has no journey \(journey) that apps may begin")
            case .suspensionExpired: (.linkExpired, "the link is unknown, was used before, or is too old; start the journey again")
            default: (.failed, "\(journey) in realm \(address.realm): \(error.failure?.message ?? error.reason)")
            }
        self.init(code, reason, underlying: error)
    }
}
