package import Foundations
import Primitives
import ResourceMessages

/// The look of a realm's pages.
package struct LookSettings: SettingsSection {
    package var look: PageLook? = nil

    package init() {}

    package static let fields: [Setting] = [
        Setting(
            8060, "look", \.look, PageLook.shape,
            "The look of the hosted pages: name, logo, icon, colours, corners and links at the foot. Text must keep its contrast in light and dark."
        )
    ]
}

extension LookSettings {
    package func check() throws(DomainError) { try look?.check() }
}
