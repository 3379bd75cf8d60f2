import Primitives

/// A party with whom users' data are shared if they consent.
package struct ConsentMapping: Sendable, Equatable, Codable {
    /// Names it among a user's consents.
    package var name: String
    /// The name for people, and a picture: a web address.
    package var displayName: String
    /// The web address of a picture; nil for none.
    package var icon: String?
    /// The amount that is shared, such as `Actual Profile`.
    package var accessLevel: String?
    /// The attributes that are shared.
    package var fields: [String]

    package init(_ name: String, displayName: String, icon: String? = nil, accessLevel: String? = nil, fields: [String] = []) {
        self.name = name
        self.displayName = displayName
        self.icon = icon
        self.accessLevel = accessLevel
        self.fields = fields
    }
}
