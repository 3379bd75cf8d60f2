import Directory
import Foundations
import Messaging
import Primitives

/// The words in which an error is told to an administrator.
package enum ErrorText {
    /// The lines that tell an error of the domain.
    package static func lines(of error: any Error) -> [String] {
        switch error {
        case let error as AdministrationError: error.lines
        case let error as SealError: [error.reason]
        case let error as AuditError: [error.reason]
        case let error as MessageError: [error.reason]
        case let error as PasswordError: [error.reason]
        case let error as PolicyViolation: error.properties.map(\.description)
        default: ["\(error)".split(separator: "\n").joined(separator: " ")]
        }
    }
}
