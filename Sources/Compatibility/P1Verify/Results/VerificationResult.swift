public import DistributedID
import Primitives
import VerificationMessages

/// The claim of a successful verification: the type of `DistributedID`.
public typealias Claim = DistributedID.Claim

/// The result of a verification: the state, and either errors or claims.
public struct VerificationResult: Sendable, Equatable {
    private let report: VerificationReport
    private let claims: [Claim]

    init(_ report: VerificationReport, _ claims: [Claim]) {
        self.report = report
        self.claims = claims
    }

    /// The transaction's id.
    public func getTransactionId() -> String { report.transaction.text }
    /// The state.
    public func getValidationStatus() -> VerifyStatus { VerifyStatus(report.status) }
    /// The claims of a success, verified by the service's key; nil for none.
    public func getValidationClaims() -> [Claim]? { claims.isEmpty ? nil : claims }
    /// The errors of each provider that has some; nil for none.
    public func getValidationErrors() -> [ProviderError]? {
        report.providers.isEmpty ? nil : report.providers.map(ProviderError.init)
    }
    /// The verified data; nil unless the transaction is approved.
    public func getUserData() -> UserData? { report.userData.isEmpty ? nil : UserData(report.userData) }

    /// The state with what providers say, as on Android.
    @_disfavoredOverload
    public func getValidationStatus() -> DetailedTransactionStatus { getStatus() }
    /// The state with what providers say, by Android's other name.
    public func getStatus() -> DetailedTransactionStatus { DetailedTransactionStatus(getValidationStatus(), getProviderMessagesList()) }
    /// The messages of each provider that has some, as on Android.
    public func getProviderMessagesList() -> [ProviderMessages] { report.providers.map(ProviderMessages.init) }
    /// The claims of a success, by Android's other name; empty for none.
    public func getClaims() -> [Claim] { claims }
}
