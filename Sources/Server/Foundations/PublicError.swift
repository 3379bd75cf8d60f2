package import Primitives

/// The class of an error as callers receive it: each dialect has one form for each, whatever error it is.
package enum ErrorKind: Sendable, CaseIterable {
    /// There is no such thing, or not for this caller.
    case unknown
    /// The name or value is another's.
    case taken
    /// The thing was changed or spent meanwhile, or isn't in the state for this.
    case conflict
    /// The request, or a value in it, can't be.
    case invalid
    /// The caller may not do this, or has as many as it may have.
    case notPermitted
    /// The request is right and can't be carried out as things stand.
    case refused
    /// It was there, and its time is over.
    case ended
    /// Too many came of late; again in a minute.
    case limited
    /// More work waits than can be done in good time; again in a moment.
    case busy
    /// A mistake of the server's or its installation's: callers receive nothing more.
    case unexpected
}

/// An error of the domain that says itself what callers receive: its class, and its reason unless the class is ``ErrorKind/unexpected``.
///
/// Each error type of the domain conforms (lint checks that), by a switch over its codes or by codes that have a class: a new code without one
/// doesn't compile, and no dialect has a list of errors to keep. A dialect whose protocol has more to say of an error gives it a form of its own.
package protocol PublicError: CodedError {
    /// The class of this error.
    var kind: ErrorKind { get }
    /// The text of the error: what happened, to which value, and what to do.
    var reason: String { get }
}
