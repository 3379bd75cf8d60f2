import Primitives

/// The look of pages: those of this program, or a realm's own.
package struct PageBrand: Sendable, Equatable {
    /// The name at the head and in titles.
    package var name: String
    /// The path of the stylesheet.
    package var stylesheet: String
    /// The path of the logo; nil for none.
    package var logo: String?
    /// The path and media type of the tab's picture.
    package var icon: Icon
    /// The links at the foot; empty for the program's own line.
    package var links: [Link]

    /// The picture of the browser's tab.
    package struct Icon: Sendable, Equatable {
        /// The path of the picture.
        package var path: String
        /// The media type.
        package var type: String

        package init(path: String, type: String) {
            self.path = path
            self.type = type
        }
    }

    /// A link at the foot of a page.
    package struct Link: Sendable, Equatable {
        /// The words of the link.
        package var label: String
        /// The web address.
        package var address: String

        package init(label: String, address: String) {
            self.label = label
            self.address = address
        }
    }

    package init(
        name: String = PageBrand.standardName, stylesheet: String = Asset.stylesheet.versionedPath, logo: String? = nil,
        icon: Icon = PageBrand.standardIcon, links: [Link] = []
    ) {
        self.name = name
        self.stylesheet = stylesheet
        self.logo = logo
        self.icon = icon
        self.links = links
    }

    /// The name of the program.
    package static let standardName = "Gatehouse"
    /// The mark of the program.
    package static let standardIcon = Icon(path: Asset.icon.versionedPath, type: Asset.icon.contentType)
    /// The look of pages of a realm without one.
    package static let standard = PageBrand()
}
