public import DeviceMessages
import DeviceFoundation
public import Primitives
public import VerifiableClaims

/// The failure of a call of an ``IdentityVerification``.
public struct VerificationError: CodedError, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: Sendable, Equatable {
        /// The data that the app keeps can't be read or written, or are of a newer version.
        case storage
        /// A key can't be used.
        case key
        /// The device must be unlocked first.
        case locked
        /// The configuration contradicts itself.
        case configuration
        /// A submission is under way already; wait until it has ended.
        case busy
        /// The server can't be reached.
        case connectivity
        /// The server is at fault.
        case server
        /// The server's answer isn't what the protocol says.
        case malformedAnswer
        /// Too many calls; try later.
        case rateLimited
        /// The server refuses the call.
        case refused(DeviceError.Code)
        /// The text is no code, or the server has no verification of it: unknown, used and expired codes aren't told apart.
        case unknownCode
        /// The QR code names a server that the app isn't configured for. Nothing was sent to it.
        case foreignOrigin
        /// No verification was begun, or its data were removed.
        case noTransaction
        /// The cards aren't what the transaction asks for, or a part of one is missing or too long.
        case cards
        /// An image is no JPEG or PNG file that is taken.
        case image
        /// The time in which data are taken is over.
        case late
        /// The data were submitted, and the transaction takes no others.
        case submitted
        /// A claim that the server sent isn't signed by its key, or not bound to this app's.
        case issuedClaim(ClaimError.Code)
        /// A claim of an earlier verification, which was to be sent along, isn't what its service signed. It was removed.
        case keptClaim(ClaimError.Code)
    }

    /// The kind of failure; two errors are equal when their codes are.
    public let code: Code
    /// The explanation, in one sentence without personal data.
    public let reason: String
    /// The error beneath this one, when there is one.
    public let underlying: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ reason: String, underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.underlying = underlying
    }

    public var description: String { reason }

    /// Whether the same call may succeed later without anything else being done.
    public var isTemporary: Bool {
        switch code {
        case .connectivity, .server, .malformedAnswer, .rateLimited, .locked, .storage, .busy: true
        default: false
        }
    }
}

extension VerificationError {
    init(_ error: TransportError) { self.init(.connectivity, "the server can't be reached: \(error.reason)", underlying: error) }
    init(_ error: StoreError) { self.init(error.code == .locked ? .locked : .storage, error.reason, underlying: error) }
    init(_ error: KeyError) {
        let code: Code =
            switch error.code {
            case .locked: .locked
            case .store: .storage
            default: .key
            }
        self.init(code, error.reason, underlying: error)
    }
}

/// Says an error of the store as one of this module.
func translating<Result>(storage body: @autoclosure () async throws(StoreError) -> Result) async throws(VerificationError) -> Result {
    do { return try await body() } catch { throw VerificationError(error) }
}

/// Says an error of the key store as one of this module.
func translating<Result>(key body: @autoclosure () async throws(KeyError) -> Result) async throws(VerificationError) -> Result {
    do { return try await body() } catch { throw VerificationError(error) }
}
