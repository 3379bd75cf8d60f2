import PingIDClient
import PingIDMessages
import Primitives

extension PingID {
    /// Sends the user's choice about the session that the app was told last, and pairs the device where that is what was asked.
    public static func setUserSelection(
        _ selection: PIDUserSelectionObject, completionBlock: ((_ error: (any Error)?) -> Void)?
    ) {
        let session = SDK.session
        send(selection, completionBlock) { device, selection in try await device.select(selection, for: session) }
    }

    /// Sends the user's choice about an authentication token.
    public static func setAuthenticationUserSelection(
        _ selection: PIDUserSelectionObject, completionBlock: ((_ error: (any Error)?) -> Void)?
    ) {
        send(selection, completionBlock) { device, selection in _ = try await device.selectForToken(selection) }
    }

    /// Claims an authentication token, the text of a QR code. The delegate is told how it stands, and of a failure.
    public static func validateAuthenticationToken(_ token: String) {
        SDK.run(
            { try await $0.validate(token: token) },
            then: { _, error in
                if let error { DelegateBox.shared.delegate?.tell(status: [:], error: error) }
            })
    }

    private static func send(
        _ selection: PIDUserSelectionObject, _ completion: ((_ error: (any Error)?) -> Void)?,
        _ work: @escaping @Sendable (PingIDDevice, UserSelection) async throws -> Void
    ) {
        let choice = Result { try selection.selection }
        SDK.run({ try await work($0, try choice.get()) }, then: { (_: Void?, error) in completion?(error) })
    }
}
