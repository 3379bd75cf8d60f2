import Primitives

/// A part of a run's state that most runs leave as it is at first.
package protocol RarePart: Sendable, Equatable {
    /// The value that most runs leave as it is.
    static var initial: Self { get }
}

/// Holds a part by one reference, and by none while it is as at first: states are copied at every turn, and a copy counts each reference.
@propertyWrapper
package struct Rare<Part: RarePart>: Sendable, Equatable {
    private final class Changed: Sendable {
        let part: Part
        init(_ part: Part) { self.part = part }
    }

    private var changed: Changed?

    package init() {}

    /// The part: as it was set, or as at first.
    package var wrappedValue: Part {
        get { changed?.part ?? .initial }
        set { changed = newValue == .initial ? nil : Changed(newValue) }
    }

    /// The wrapper itself.
    package var projectedValue: Self { self }

    /// Whether the part is as at first.
    package var isInitial: Bool { changed == nil }

    package static func == (left: Self, right: Self) -> Bool {
        left.changed === right.changed || left.wrappedValue == right.wrappedValue
    }
}
