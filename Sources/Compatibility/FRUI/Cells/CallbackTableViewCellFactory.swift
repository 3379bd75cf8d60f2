#if canImport(UIKit)
import FRAuth
import Primitives
public import UIKit

/// Knows which cell of an app's own a type of callback has. Types without one have the module's cells.
@MainActor
public final class CallbackTableViewCellFactory: NSObject {
    /// The factory: the documented API has one.
    public static let shared = CallbackTableViewCellFactory()

    /// The cells' classes by the type of callback. The name is spelt as documented.
    public var talbeViewCellForCallbacks: [String: any FRUICallbackTableViewCell.Type] = [:]
    /// The names of the cells' nib files by the type of callback, in the bundle of the class; empty for a cell that is made in code.
    public var tableViewCellNibForCallbacks: [String: String] = [:]

    private override init() {}

    /// Registers a cell for a type of callback, in place of the module's.
    ///
    /// - Parameter nibName: the nib file in the class's bundle; empty for a cell that is made in code.
    public func registerCallbackTableViewCell(
        callbackType: String, cellClass: any FRUICallbackTableViewCell.Type, nibName: String
    ) {
        talbeViewCellForCallbacks[callbackType] = cellClass
        tableViewCellNibForCallbacks[callbackType] = nibName
    }

    /// Whether the app has a cell for a callback.
    func isRegistered(_ callback: Callback?) -> Bool { callback.map { talbeViewCellForCallbacks[$0.type] != nil } ?? false }

    /// The app's cell for a callback; nil when it has none.
    func cell(
        for callback: Callback, in table: UITableView, of controller: UIViewController, _ node: Node
    ) -> UITableViewCell? {
        guard let type = talbeViewCellForCallbacks[callback.type] else { return nil }
        let nib = tableViewCellNibForCallbacks[callback.type] ?? ""
        if nib.isEmpty {
            table.register(type, forCellReuseIdentifier: type.cellIdentifier)
        } else {
            table.register(UINib(nibName: nib, bundle: Bundle(for: type)), forCellReuseIdentifier: type.cellIdentifier)
        }
        let cell = table.dequeueReusableCell(withIdentifier: type.cellIdentifier)
        guard let cell, let shown = cell as? any FRUICallbackTableViewCell else { return nil }
        cell.contentView.heightAnchor.constraint(greaterThanOrEqualToConstant: type.cellHeight).isActive = true
        shown.updateCellData(callback: callback)
        shown.updateCellWithViewController(viewController: controller, callback: callback, node: node)
        return cell
    }
}
#endif
