import DevicePolicies
import DeviceRegistry
import Directory
import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension Turn {
    /// The id of the hidden value that a page shows as a QR code, and a phone's own browser as a link.
    static let registrationID = "mfaDeviceRegistration"

    /// Shows a code that registers an account.
    mutating func tellRegistration(_ uri: String, _ message: LocalizedText) {
        tellCode(uri, id: Self.registrationID, text(message))
    }

    /// Shows a QR code: the text beside it, AM's script for its own pages, and the code's content.
    /// - Parameter id: the id of the hidden value that has the content.
    mutating func tellCode(_ uri: String, id: String, _ message: String) {
        tell(TextStatement(message).callback)
        // Clients that draw the code themselves look for this call; our own pages run no script and draw the hidden value.
        let quoted = JSONValue.string(uri).text
        let script = "window.QRCodeReader.createCode({ id: 'callback_0', text: \(quoted), version: '20', code: 'L' });"
        tell(TextStatement(script, .script).callback)
        tell(HiddenValue(id: id, value: uri).callback)
    }

    /// Keeps a device's recovery codes for the node that shows them.
    mutating func keepRecoveryCodes(_ codes: [Secret], of device: UserDevice) {
        keepRecoveryCodes(codes, named: device.nickname ?? device.kind.rawValue)
    }

    mutating func keepRecoveryCodes(_ codes: [Secret], named name: String) {
        state.secrets[RecoveryCodeDisplay.codesName] = TransientValue.secret(.array(codes.map { .string($0.reveal()) }))
        state.secrets[RecoveryCodeDisplay.deviceName] = Secret(name)
    }

    /// The user whose second factor it is: who has proved who they are, or else whom the journey asks about.
    func secondFactorUser() async throws -> User? {
        if let user = try await provenUser() { return user }
        return try await namedUser()
    }

    /// Adds a factor to those that the session will tell of.
    mutating func passed(_ factor: String) {
        let known = (state.sessionProperties["NodeType"] ?? "").split(separator: "|").map(String.init)
        guard !known.contains(factor) else { return }
        state.sessionProperties["NodeType"] = (known + [factor]).joined(separator: "|")
    }
}
