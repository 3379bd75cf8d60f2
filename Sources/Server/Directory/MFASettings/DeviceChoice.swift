import Primitives
package import ResourceMessages

/// The choice among a user's devices, by a policy or by the realm's settings (`docs/protocols/platform.md` 2.7).
package struct DeviceChoice: Sendable, Equatable {
    /// nil when it is left to the realm's settings.
    package var deviceSelection: Selection?

    package init() {}

    /// The device that is asked when a user has several.
    package enum Selection: String, Sendable, CaseIterable {
        /// The first, which the user may change.
        case defaultToFirst = "DEFAULT_TO_FIRST"
        /// The user chooses among several.
        case promptToSelect = "PROMPT_TO_SELECT"
        /// The user chooses, even when there is only one.
        case alwaysDisplay = "ALWAYS_DISPLAY_DEVICES"
    }
}

extension DeviceChoice: Shaped {
    package static let shapeName = "DeviceSelection"
    package static let members: [Member<Self>] = [Member("deviceSelection", optional: \.deviceSelection, .choice)]
}
