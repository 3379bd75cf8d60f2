import Primitives

/// A text of the screens: the key by which the app may have its own, and the documented default. `%@` stands for a part that the screen fills in.
package protocol ScreenText: Sendable {
    /// The app's table, which is the name of a `.strings` file.
    static var table: String { get }
    /// The key in the table.
    var key: String { get }
    /// The default.
    var standard: String { get }
}

extension ScreenText where Self: RawRepresentable<String> {
    /// The key in the table.
    package var key: String { rawValue }
}
