public import Primitives

/// A provider with whose account a user can sign in.
public struct Provider: Sendable, Equatable {
    /// Stands for going on with the form of the server itself, usually on the same page.
    public static let local = "localAuthentication"

    /// The name in the server's configuration, such as `google`.
    public var name: String
    /// The look of the button; nil for ``local``.
    public var button: Button?

    /// Makes a provider of its members, which are taken unchecked. By default `button` is nil.
    public init(_ name: String, button: Button? = nil) {
        self.name = name
        self.button = button
    }

    /// Whether this stands for the server's own form, ``local``.
    public var isLocal: Bool { name == Self.local }

    init?(_ json: JSONValue) {
        guard let name = json["provider"]?.string else { return nil }
        self.init(name, button: json["uiConfig"].map(Button.init))
    }

    var json: JSONValue {
        var object: JSONObject = ["provider": .string(name)]
        object["uiConfig"] = button?.json
        return .object(object)
    }

    /// The output `uiConfig`: label, picture and styles. All are texts, as some clients insist; an empty one counts as none.
    public struct Button: Sendable, Equatable {
        /// The button's label, `buttonDisplayName` on the wire.
        public var displayName = ""
        /// A CSS class, the path of a picture, and styles, as the server's own pages use them.
        public var cssClass = ""
        /// The path of the button's picture, `buttonImage` on the wire.
        public var image = ""
        /// The button's CSS declarations, `buttonCustomStyle` on the wire.
        public var style = ""
        /// The CSS declarations of a button beneath the pointer, `buttonCustomStyleHover` on the wire.
        public var hoverStyle = ""
        /// The CSS class of the icon, `iconClass` on the wire.
        public var iconClass = ""
        /// The icon's colour in CSS, `iconFontColor` on the wire.
        public var iconColor = ""
        /// The colour behind the icon in CSS, `iconBackground` on the wire.
        public var iconBackground = ""

        /// Makes a button of its `displayName`, which is taken unchecked.
        public init(displayName: String) { self.displayName = displayName }

        private static var members: [(name: String, path: WritableKeyPath<Button, String>)] {
            [
                ("buttonDisplayName", \.displayName), ("buttonClass", \.cssClass), ("buttonImage", \.image),
                ("buttonCustomStyle", \.style), ("buttonCustomStyleHover", \.hoverStyle), ("iconClass", \.iconClass),
                ("iconFontColor", \.iconColor), ("iconBackground", \.iconBackground),
            ]
        }

        /// A button as a configuration describes it, by the members of the wire; without a label it has the provider's name.
        public init(settings: JSONObject, name: String) {
            self.init(.object(settings))
            if displayName.isEmpty { displayName = name }
        }

        init(_ json: JSONValue) {
            for (name, path) in Self.members { self[keyPath: path] = json[name]?.string ?? "" }
        }

        var json: JSONValue {
            .object(JSONObject(Self.members.map { ($0.name, .string(self[keyPath: $0.path])) }))
        }
    }
}
