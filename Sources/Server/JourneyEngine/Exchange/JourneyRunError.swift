package import Primitives

/// The end of a journey without success, or the refusal to begin one.
package struct JourneyRunError: CodedError, CustomStringConvertible {
    /// The reason of the end.
    package enum Code: String, Sendable, Equatable {
        /// The login failed; nothing says why.
        case failed
        /// The account is locked or inactive.
        case locked
        /// The journey lasted too long, or was changed meanwhile: begin again.
        case timedOut
        /// The realm has no journey of this name.
        case unknownJourney
        /// The journey is switched off, or runs only inside others.
        case disabled
        /// The state was used before.
        case spent
        /// The state isn't ours, or belongs to another realm or browser.
        case forged
        /// No run waits for this link: it was opened before, is too old, or never was.
        case unknownSuspension
        /// The journey continued for too many steps.
        case tooManySteps
        /// The server has too much to do; try later.
        case overloaded
        /// Too many attempts came from the client's address; try again in a minute.
        case throttled
        /// The server, or the journey's definition, is at fault.
        case `internal`
    }

    package let code: Code
    /// A text for the client; nil for the usual one.
    package let message: String?
    /// The text for the user, which pages show in place of theirs; nil for none.
    package let notice: String?
    /// Further members for the client.
    package let detail: JSONValue?
    /// The error beneath, for the log and never for the client.
    package let underlying: (any Error)?

    package init(
        _ code: Code, message: String? = nil, detail: JSONValue? = nil, notice: String? = nil, underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.detail = detail
        self.notice = notice
        self.underlying = underlying
    }

    /// The server's own fault, or the journey's; the reason is for the log.
    package static func fault(_ reason: String, _ code: Code = .internal) -> JourneyRunError {
        JourneyRunError(code, underlying: JourneyFault(description: reason))
    }

    package var description: String {
        let cause = underlying.map { ": \($0)" } ?? ""
        return "journey \(code)" + (message.map { ", \($0)" } ?? "") + cause
    }
}

/// A fault of the server or a journey, in words for the log.
private struct JourneyFault: Error, CustomStringConvertible {
    let description: String
}
