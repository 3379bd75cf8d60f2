public import DeviceMessages
import PingIDMessages
import Primitives

extension PingIDDevice {
    /// The next passcode; nil where the device has none yet, and where the app supports pushes only. No network is used.
    ///
    /// It is empty when the server requires root detection: then ``nextRestrictivePasscode()`` is the call.
    /// - Throws: ``PingIDError`` when the store fails.
    public func nextPasscode() async throws(PingIDError) -> String? {
        guard configuration.capability != .pushOnly, let state = try await book.state(), state.seed != nil else { return nil }
        return state.isRootDetectionRequired ? "" : try await shownPasscode()
    }

    /// The next passcode. Where the server requires root detection, it is asked first whether the device may show one.
    public func nextRestrictivePasscode() async -> RestrictivePasscode {
        do throws(PingIDError) {
            guard configuration.capability != .pushOnly else {
                throw PingIDError(.permission, "the app supports pushes only, and has no passcodes")
            }
            guard let state = try await book.state(), state.seed != nil else {
                throw PingIDError(.pairing, "this device has no passcodes; pair it first")
            }
            if state.isRootDetectionActive, configuration.findings?.isRooted == true { throw Self.rooted }
            if state.isRootDetectionRequired { try await showIntegrity() }
            return RestrictivePasscode(try await shownPasscode())
        } catch { return RestrictivePasscode(error) }
    }

    /// Says whether the app looks for signs that the device is rooted, and has the server judge what it finds.
    ///
    /// - Throws: ``PingIDError/Code/rooted``; ``PingIDError/Code/permission`` when the server requires what is switched off here.
    public func setRootDetection(_ isActive: Bool, at issuer: DeviceIssuer? = nil) async throws(PingIDError) {
        _ = try await introduced(at: issuer)
        try await book.update { $0.isRootDetectionActive = isActive }
        try await showIntegrity(at: issuer)
    }

    /// Whether a passcode may be shown as far as the device itself knows.
    func mayShow(_ state: InstallationState) -> Bool {
        guard configuration.capability != .pushOnly else { return false }
        guard state.isRootDetectionRequired else { return true }
        return state.isRootDetectionActive && configuration.findings?.isRooted != true
    }

    private func showIntegrity(at issuer: DeviceIssuer? = nil) async throws(PingIDError) {
        let isActive = try await introduced(at: issuer).isRootDetectionActive
        let report = RootReport(isActive: isActive, tampering: isActive ? configuration.findings : nil)
        let content = try await exchange(.root, report.json, at: issuer)
        switch try reading(try RootVerdict(json: content)) {
        case .permitted: break
        case .rooted: throw Self.rooted
        case .inactive: throw PingIDError(.permission, "the server requires root detection, and the app has it switched off")
        }
    }

    /// Counts on before the passcode is shown, so that none is shown twice.
    private func shownPasscode() async throws(PingIDError) -> String {
        let change = try await book.update { $0.moveCounter() }
        guard let passcode = change?.after.passcode else {
            throw PingIDError(.storage, "the stored seed makes no passcodes")
        }
        return passcode
    }

    private static var rooted: PingIDError { PingIDError(.rooted, "this device is rooted, and may show no passcode") }
}
