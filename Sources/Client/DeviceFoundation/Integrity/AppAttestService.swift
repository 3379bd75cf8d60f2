import Primitives

/// The system's App Attest, or what stands for it in a test: keys of which the system's maker says that a genuine app made them.
package protocol AppAttestService: Sendable {
    /// True where the system has App Attest.
    var isSupported: Bool { get }
    /// Makes a key and returns its id, in standard Base64.
    func generateKey() async throws(AppAttestError) -> String
    /// Has the maker attest a key; `hash` is the SHA-256 that the attestation is bound to.
    func attest(_ key: String, hash: [UInt8]) async throws(AppAttestError) -> [UInt8]
    /// Signs with an attested key; `hash` is the SHA-256 that is signed.
    func assert(_ key: String, hash: [UInt8]) async throws(AppAttestError) -> [UInt8]
}

/// The failure of App Attest.
package struct AppAttestError: CodedError, CustomStringConvertible {
    /// The kind of failure (Apple: DCError.Code).
    package enum Code: String, Sendable {
        /// The system doesn't say what went wrong.
        case system
        /// The system has no App Attest.
        case unsupported
        /// A parameter is wrong.
        case input
        /// The key is unknown or can't be used for this.
        case key
        /// The maker's service can't be reached.
        case unavailable
    }

    package let code: Code
    package let reason: String
    package let underlying: (any Error)?

    package init(_ code: Code, _ reason: String, underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.underlying = underlying
    }

    package var description: String { reason }
}
