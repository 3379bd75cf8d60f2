import Primitives

/// A callback that the device answers by itself, so that a user interface shows no control for it.
///
/// A failure that the server is to know of goes into the callback; an error that is thrown ends the journey in the user interface.
package protocol DeviceAnswered: AnyObject {
    @MainActor
    func answer(on screen: DeviceScreen) async throws
}

/// The place where the device asks the user something.
package struct DeviceScreen {
    /// The node of the callback.
    package let node: Node
    /// The view controller above which dialogs appear; nil where there is none.
    package let presenter: IdPPresenter?
    /// Whether the system's passkeys are used where it has them.
    package let usesPasskeys: Bool

    package init(node: Node, presenter: IdPPresenter?, usesPasskeys: Bool) {
        self.node = node
        self.presenter = presenter
        self.usesPasskeys = usesPasskeys
    }
}
