public import DeviceFoundation
import Primitives
public import VerificationMessages

/// The configuration that an ``IdentityVerification`` is made with.
public struct VerificationClientConfiguration: Sendable {
    /// The server and the realm of codes that are typed.
    public var place: VerificationCodeText.Place
    /// The origins of other servers whose QR codes are taken; none by default.
    public var otherOrigins: Set<String>
    /// The name of the verification in the store, which may keep several; `verification` by default.
    public var name: String
    /// The id of the application that the app is, 128 bytes at most; nil, the default, for none.
    public var application: String?
    /// The system that the app runs on, such as `iOS`; the one that this code runs on by default.
    public var system: String

    /// A configuration with its usual values.
    public init(
        place: VerificationCodeText.Place, otherOrigins: Set<String> = [], name: String = "verification", application: String? = nil,
        system: String = Device.currentPlatform
    ) {
        self.place = place
        self.otherOrigins = otherOrigins
        self.name = name
        self.application = application
        self.system = system
    }
}
