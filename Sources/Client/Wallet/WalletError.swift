public import DeviceMessages
import DeviceFoundation
public import Primitives
public import TransparencyLog
public import VerifiableClaims

/// The failure of a call of a ``Wallet``, or the reason for which a message or a claim isn't believed.
public struct WalletError: CodedError, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: Sendable, Equatable {
        /// The data that the wallet keeps can't be read or written, or are of a newer version.
        case storage
        /// A key can't be used.
        case key
        /// The device must be unlocked first.
        case locked
        /// The configuration lacks something, or contradicts itself.
        case configuration
        /// This is under way already; wait until it has ended.
        case busy
        /// The server can't be reached.
        case connectivity
        /// The server is at fault, or its answer makes no sense.
        case server
        /// Too many calls, or no stamp is left for today; try later.
        case rateLimited
        /// The server refuses the call.
        case refused(DeviceError.Code)
        /// No wallet or service has this id, as far as the server says.
        case unknownInstance
        /// The server gives a key for a party that isn't in the log as that party's.
        case substitutedKey
        /// A claim, or the statement that one expires, isn't what its issuer signed.
        case claim(ClaimError.Code)
        /// An envelope isn't from the sender that it names, or not for this wallet.
        case envelope(EnvelopeError.Code)
        /// A checkpoint or a proof of the log is false.
        case log(TransparencyError.Code)
        /// The claim isn't in the log.
        case notRegistered
        /// The entry of the log isn't the one of this claim: another hash, issuer or time.
        case wrongEntry
        /// The issuer has revoked the claim, or its time has passed.
        case expired
        /// The claim belongs to another party than the one that shows or receives it.
        case foreignClaim
        /// An answer to a request comes from another party than the one that was asked.
        case wrongSender
        /// The user doesn't want to share this.
        case consentRefused
        /// The wallet has no such claim, or the claim no such key.
        case unknownClaim
        /// Only its issuer can do this with a claim.
        case notIssuer
        /// The text is no request of a service.
        case malformedRequest
        /// The other party couldn't process a message of this wallet's.
        case failedThere
    }

    /// The kind of failure; two errors are equal when their codes are.
    public let code: Code
    /// The explanation, in one sentence without a claim's content.
    public let reason: String
    /// The error beneath this one, when there is one.
    public let underlying: (any Error)?
    /// Whether the log is at fault, or the server that answers for it, and not the party whose claim is looked up: the claim may be good
    /// nevertheless, once the log behaves.
    let isOfLog: Bool

    /// Makes an error.
    public init(_ code: Code, _ reason: String, underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.underlying = underlying
        isOfLog =
            switch code {
            case .log, .substitutedKey: true
            default: false
            }
    }

    private init(_ error: WalletError, isOfLog: Bool) {
        (code, reason, underlying) = (error.code, error.reason, error.underlying)
        self.isOfLog = isOfLog
    }

    /// The same failure, of what another party has sent.
    var blamingSender: WalletError { WalletError(self, isOfLog: false) }

    /// The same failure; a log is at fault that doesn't have what it has signed.
    var blamingLog: WalletError {
        switch code {
        case .notRegistered, .wrongEntry: WalletError(self, isOfLog: true)
        default: self
        }
    }

    public var description: String { reason }

    /// Whether the same call may succeed later without anything else being done.
    public var isTemporary: Bool {
        switch code {
        case .connectivity, .server, .rateLimited, .locked, .storage: true
        default: false
        }
    }
}

extension WalletError {
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
    init(_ error: ClaimError) { self.init(.claim(error.code), error.reason, underlying: error) }
    init(_ error: EnvelopeError) { self.init(.envelope(error.code), error.reason, underlying: error) }
    init(_ error: TransparencyError) { self.init(.log(error.code), error.reason, underlying: error) }
}

/// Says an error of the store as one of this module.
func translating<Result>(storage body: @autoclosure () async throws(StoreError) -> Result) async throws(WalletError) -> Result {
    do { return try await body() } catch { throw WalletError(error) }
}

/// Says an error of the key store as one of this module.
func translating<Result>(key body: @autoclosure () async throws(KeyError) -> Result) async throws(WalletError) -> Result {
    do { return try await body() } catch { throw WalletError(error) }
}

/// Says an error of claims as one of this module.
func translating<Result>(claim body: @autoclosure () throws(ClaimError) -> Result) throws(WalletError) -> Result {
    do { return try body() } catch { throw WalletError(error) }
}

/// Says an error of envelopes as one of this module.
func translating<Result>(envelope body: @autoclosure () throws(EnvelopeError) -> Result) throws(WalletError) -> Result {
    do { return try body() } catch { throw WalletError(error) }
}

/// Says an error of the log as one of this module.
func translating<Result>(log body: @autoclosure () throws(TransparencyError) -> Result) throws(WalletError) -> Result {
    do { return try body() } catch { throw WalletError(error) }
}
