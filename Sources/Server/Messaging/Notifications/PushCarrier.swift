package import DeviceMessages
import Primitives
package import Directory

/// Hands messages to one provider.
package protocol PushCarrier: Sendable {
    /// Tries once.
    func send(_ delivery: AddressedPush) async -> PushOutcome
}

/// One message on its way to one address.
package struct AddressedPush: Sendable {
    package let message: PushMessage
    package let address: PushAddress
    package let recipient: PushRecipient
    /// The credential that the provider wants to see; nil for one that wants nothing.
    package let credential: PushCredential?

    package init(_ message: PushMessage, to address: PushAddress, of recipient: PushRecipient, credential: PushCredential? = nil) {
        self.message = message
        self.address = address
        self.recipient = recipient
        self.credential = credential
    }
}

/// A device that messages are for.
package struct PushRecipient: Sendable, Equatable {
    package let realm: Realm
    /// The id of the installation.
    package let installation: String
    /// The application's id.
    package let application: String
    /// The app's name at Apple.
    package let bundleID: String?
    /// nil while the device has told none.
    package let address: PushAddress?
    /// Whether the app may be notified.
    package let allowsPush: Bool

    package init(
        _ installation: String, in realm: Realm, application: String, bundleID: String? = nil, address: PushAddress?,
        allowsPush: Bool = true
    ) {
        self.installation = installation
        self.realm = realm
        self.application = application
        self.bundleID = bundleID
        self.address = address
        self.allowsPush = allowsPush
    }
}
