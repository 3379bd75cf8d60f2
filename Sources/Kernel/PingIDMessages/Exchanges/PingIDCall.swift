/// The calls of a device, each a `POST` below the device issuer with a `Device-Proof`: an ``Exchange`` with an ``ExchangeAnswer``.
public enum PingIDCall: String, Sendable, CaseIterable {
    /// The user's choice: a ``SessionSelection``; the answer's content is empty.
    case selection = "/pingid/selections"
    /// A push's session: a ``SessionQuery``, answered by ``SessionDetails``.
    case session = "/pingid/sessions"
    /// The device's own answer to a silent push: a ``SessionAcknowledgement``; the answer's content is empty.
    case acknowledgement = "/pingid/acknowledgements"
    /// An authentication token from a QR code: a ``TokenClaim``, answered by a ``TokenReport``.
    case tokenClaim = "/pingid/tokens"
    /// The user's choice about a token: a ``SessionSelection``, answered by a ``TokenReport``.
    case tokenSelection = "/pingid/tokens/selection"
    /// The state of a token: a ``SessionQuery``, answered by a ``TokenReport``.
    case tokenStatus = "/pingid/tokens/status"
    /// The device's findings about itself: a ``RootReport``, answered by a ``RootVerdict``.
    case root = "/pingid/root-detection"
    /// The step after a sign-on by PingFederate: an ``IdentityProviderStep``, answered by an ``IdentityProviderAnswer``.
    case identityProviderStep = "/pingid/idp-step"
    /// A new address of pushes, which the exchange itself carries; both contents are empty.
    case push = "/pingid/push"
    /// The latest log messages: ``LogLines``, answered by a ``/DeviceMessages/LogReceipt``.
    case logs = "/pingid/logs"
}
