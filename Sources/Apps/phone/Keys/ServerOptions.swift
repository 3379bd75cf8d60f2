import ArgumentParser
import DeviceFoundation
import DeviceMessages
import Primitives
import TerminalJourneys

/// The options that say at which server and realm the phone signs in.
struct ServerOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The server's address. (default: the first that the phone trusts)", valueName: "url"))
    var server: String?
    @Option(help: "The realm to sign in to.") var realm = "alpha"

    /// Returns the server's address.
    /// - Throws: when the phone doesn't trust it.
    func address(trusting issuers: [DeviceIssuer]) throws -> ServerAddress {
        guard let first = issuers.first else {
            throw PhoneFailure("this phone knows no server yet; name one with: phone trust {base}/device/v1/{realm UUID}")
        }
        let address = ServerAddress(typed: server ?? first.base, realm: realm)
        guard issuers.contains(where: { ServerAddress($0.base).origin == address.origin }) else {
            throw PhoneFailure(
                "the phone doesn't trust \(address.origin); say that it may with: phone trust \(address.origin)/device/v1/{realm UUID}")
        }
        return address
    }
}

extension PhoneOptions {
    /// Journeys on this phone: it recognises its user by the simulated sensor, and binds keys as its app.
    func player(at address: ServerAddress, on device: Device, signals: SignalManner = .none) -> JourneyPlayer {
        JourneyPlayer(at: address, on: device, application: app, deviceName: name, verification: verification, signals: signals)
    }

    /// Returns a player for what journeys have left on this phone. No server is asked, so that it doesn't matter which this one is.
    func player() throws -> JourneyPlayer { player(at: ServerAddress("http://127.0.0.1"), on: try device(transport: NoNetwork())) }
}

extension SignalManner: ExpressibleByArgument {}

extension PretendedCountry: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}
