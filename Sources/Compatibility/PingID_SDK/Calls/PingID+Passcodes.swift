import CallbackBridge
import PingIDClient
import Primitives

extension PingID {
    /// Says whether the app looks for signs that the device is rooted; a server that requires it wants this call.
    public static func setRootDetection(
        _ toActivate: Bool, dataCenter: PIDDataCenterType, withCompletionBlock completionBlock: ((_ error: (any Error)?) -> Void)?
    ) {
        SDK.run(
            { try await $0.setRootDetection(toActivate, at: try SDK.issuer(of: dataCenter)) },
            then: { (_: Void?, error) in completionBlock?(error) })
    }

    /// Brings the next passcode, or says why there is none.
    public static func getNextRestrictiveOneTimePasscode(
        _ completionBlock: (
            (_ oneTimePasscode: String, _ oneTimePasscodeStatus: PIDOneTimePasscodeStatus, _ error: (any Error)?) -> Void
        )?
    ) {
        SDK.run(
            { await $0.nextRestrictivePasscode() },
            then: { passcode, error in
                let status = passcode.map { PIDOneTimePasscodeStatus($0.status) } ?? .unsuccessesful
                completionBlock?(passcode?.code ?? "", status, error ?? passcode?.error.map { Translation.documented($0) })
            })
    }

    /// The next passcode; nil where the device has none, and empty when the server requires root detection.
    @available(
        *, deprecated,
        message: "getNextOneTimePasscode is deprecated. Use getNextRestrictiveOneTimePasscode: with a completionBlock instead"
    )
    public static func getNextOneTimePasscode() -> String? { Bridge.wait { try? await SDK.device().nextPasscode() } }
}
