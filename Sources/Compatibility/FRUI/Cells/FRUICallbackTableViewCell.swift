#if canImport(UIKit)
public import FRAuth
public import UIKit

/// A cell of an app's own for a type of callback. It writes the user's entries into the callback.
@MainActor
public protocol FRUICallbackTableViewCell: AnyObject {
    /// The identifier by which the cell is reused.
    static var cellIdentifier: String { get }
    /// The height of the cell, in points.
    static var cellHeight: CGFloat { get }
    /// Shows a callback.
    func updateCellData(callback: Callback)
    /// Shows a callback of a node, above a view controller; by default nothing besides ``updateCellData(callback:)``.
    func updateCellWithViewController(viewController: UIViewController, callback: Callback, node: Node)
}

extension FRUICallbackTableViewCell {
    public func updateCellWithViewController(viewController: UIViewController, callback: Callback, node: Node) {}
}
#endif
