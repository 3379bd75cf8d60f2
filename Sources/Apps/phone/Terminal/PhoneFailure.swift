import Authenticator
import DeviceBinding
import DeviceFoundation
import JourneyMessages
import Journeys
import Primitives
import MFA
import Orchestration
import Passkeys
import PingIDClient
import QRScanning
import TerminalJourneys
import Verification
import Wallet

/// The failure of a command: its message and its exit code.
struct PhoneFailure: Error {
    /// The message, usually one line.
    let lines: [String]
    let exitCode: Int32

    init(_ line: String, exitCode: Int32 = 1) {
        lines = [line]
        self.exitCode = exitCode
    }

    /// Says an error of any module in words for a terminal.
    init(_ error: any Error) {
        switch error {
        case let failure as PhoneFailure: self = failure
        case let error as MFAError: self.init("\(error.reason) (\(error.code), \(error.documentedNumber))")
        case let error as OrchestrationError: self.init("\(error.reason) (\(error.code), \(error.code.number))\(error.told)")
        case let error as PingIDError: self.init("\(error.reason) (\(error.code), \(error.code.documentedNumber))")
        case let error as AuthenticatorError: self.init("\(error.reason) (\(error.code))")
        case let error as PlayerError: self.init(error.reason)
        case let error as JourneyError: self.init(error.failure?.message ?? error.reason)
        case let error as DeviceBindingError: self.init(error.reason)
        case let error as PasskeyError: self.init(error.reason)
        case let error as StoreError: self.init(error.reason)
        case let error as TransportError: self.init(error.reason)
        case let error as WalletError: self.init(error.reason)
        case let error as VerificationError: self.init("\(error.reason) (\(error.code))")
        case let error as QRScanError: self.init(error.reason)
        default: self.init("\(error)".split(separator: "\n").joined(separator: " "))
        }
    }
}
