/// The form of a setting's values: the same as of what is sent (``Shape``).
package typealias SettingForm = Shape

extension Shape {
    /// A JSON object, whose meaning the setting's help tells.
    package static var object: Shape { .open }
    /// The nodes of a page, so many at the most.
    package static func nodes(most: Int) -> Shape { .called("list of nodes", .list(.open, count: 1...most)) }
    /// The condition of a sign-on policy's action.
    package static var condition: Shape { .called("a condition", .open) }
}
