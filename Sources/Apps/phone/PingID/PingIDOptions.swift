import ArgumentParser
import DeviceFoundation
import DeviceMessages
import Foundation
import PingIDClient
import PingIDMessages
import Primitives

/// The options that say which app it is, and whose.
struct PingIDOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The app's id as the administrator sees it, once.", valueName: "client_id")) var appID: String?
    @Option(help: ArgumentHelp("The address of the customer's server, once.", valueName: "url")) var customer: String?
    @Option(help: ArgumentHelp("The ways to authenticate: automatic, pushOnly or passcodeOnly.", valueName: "way"))
    var mfa = Way.automatic
    @Flag(help: "Have no address for pushes, as without the user's permission.") var pushless = false
    @OptionGroup var phone: PhoneOptions

    enum Way: String, ExpressibleByArgument, CaseIterable {
        case automatic, pushOnly, passcodeOnly

        var capability: MFACapability { MFACapability(exactly: rawValue) ?? .automatic }
    }

    /// The phone with the customer's app, switched on.
    ///
    /// - Parameter observer: told of events after they are stored.
    func open(observer: @escaping PingIDDevice.Observer = { _ in }) async throws -> PingIDDevice {
        let issuers = try phone.home.issuers()
        guard !issuers.isEmpty else {
            throw PhoneFailure("this phone knows no server yet; name one with: phone --as pingid trust {base}/device/v1/{realm UUID}")
        }
        let app = try CustomerApp(at: phone.home).updated(appID: appID, customer: customer, at: phone.home)
        guard let id = app.appID else { throw PhoneFailure("the app's id isn't known yet; name it once with --app-id") }
        var configuration = PingIDConfiguration(
            application: id, issuers: issuers, app: AppDescription(id: phone.app, version: "1.0"), device: phone.description)
        configuration.capability = mfa.capability
        configuration.tampering = TamperDetection([SimulatedTampering(likely: phone.tampering)])
        configuration.appData = try phone.home.appData()
        let device = try await PingIDDevice.open(configuration, on: phone.device(), observer: observer)
        if mfa != .passcodeOnly { try await device.setPushAddress(pushless ? nil : .builtIn) }
        return device
    }

    /// The customer's server.
    func customerServer() throws -> CustomerServer {
        let app = try CustomerApp(at: phone.home).updated(appID: appID, customer: customer, at: phone.home)
        guard let address = app.customer, let url = URL(string: address), url.host() != nil else {
            throw PhoneFailure("the customer's server isn't known yet; name it once with --customer http://…")
        }
        return CustomerServer(base: url, transport: try phone.network())
    }
}

/// The facts that a phone's folder remembers of the customer's app.
struct CustomerApp {
    private(set) var appID: String?
    private(set) var customer: String?

    private static func file(_ home: PhoneHome) -> String { home.directory + "/pingid" }

    init(at home: PhoneHome) throws {
        // The phone's own file: no byte order mark.
        guard let data = FileManager.default.contents(atPath: Self.file(home)) else { return }
        guard let json = try? JSONValue(parsing: [UInt8](data)) else { throw PhoneFailure("\(Self.file(home)) can't be read") }
        appID = json["appId"]?.string
        customer = json["customer"]?.string
    }

    /// The same with the newly given values, which are remembered. The file is replaced at once, so that the caller may hold the phone's
    /// lock.
    func updated(appID: String?, customer: String?, at home: PhoneHome) throws -> CustomerApp {
        var app = self
        (app.appID, app.customer) = (appID ?? self.appID, customer ?? self.customer)
        guard app.appID != self.appID || app.customer != self.customer else { return self }
        var json = JSONObject()
        json["appId"] = app.appID.map(JSONValue.string)
        json["customer"] = app.customer.map(JSONValue.string)
        try home.makeDirectory()
        try JSONValue.object(json).text.write(toFile: Self.file(home), atomically: true, encoding: .utf8)
        return app
    }
}

/// Tampering that is found as likely as the phone's user says.
private struct SimulatedTampering: TamperDetector {
    let likely: Double

    let name = "simulated"
    func score(on system: any TamperedSystem) -> Double { likely }
}
