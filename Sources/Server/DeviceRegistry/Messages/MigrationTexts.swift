package import DeviceMessages

/// The texts of a push to an installation of the older product, whose app may be the successor's by now.
///
/// Both products' apps have texts of their own by localisation keys, but not by the same ones; so these pushes bring their texts along
/// (README of the PingOne Mobile SDK, 4.2). They say nothing of who signs on.
package enum MigrationTexts {
    /// The heading and the text.
    package static let shown = PushEnvelope.Texts(title: "Sign-on", body: "Is it you who signs on? Open the app to answer.")
}
