public import DeviceFoundation

/// The app without its views: one device, and a model for each tab.
@MainActor
public final class ExampleApp {
    /// Journeys: sign-in, registration, passkeys, and keys that are bound to the device.
    public let journeys: JourneyModel
    /// The sign-in in the browser.
    public let browser: BrowserModel
    /// The phone as a second factor: pairing and approvals.
    public let phone: PhoneModel
    /// One-time passwords and pushes of authenticator accounts.
    public let accounts: AccountsModel
    /// The PIN of keys that are bound to the device.
    public let pin: PINModel

    /// - Parameters:
    ///   - server: the server.
    ///   - device: the network, and the store of keys and tokens.
    ///   - verification: recognises the user by face, finger or passcode.
    public init(_ server: ExampleServer, on device: Device, verification: any UserVerification) {
        pin = PINModel()
        journeys = JourneyModel(server, on: device, verification: verification, pin: pin)
        browser = BrowserModel(server, on: device)
        phone = PhoneModel(server, on: device, verification: verification)
        accounts = AccountsModel(on: device, verification: verification)
    }
}
