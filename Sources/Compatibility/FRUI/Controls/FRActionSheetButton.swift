#if canImport(UIKit)
import Primitives
public import UIKit

/// Takes the item that a user chose in an action sheet.
@MainActor
public protocol FRActionSheetProtocol: AnyObject {
    /// Receives the item and its index.
    func selectedItem(index: Int, item: String)
}

/// A button that offers its items in an action sheet.
public class FRActionSheetButton: UIButton {
    /// The colour of the title and of the frame.
    public var themeColor = FRUI.shared.primaryColor { didSet { dress() } }
    /// The items of the sheet.
    public var dataSource: [String] = []
    /// Receives what the user chose.
    public weak var delegate: (any FRActionSheetProtocol)?
    /// The font of the title.
    public var buttonFont = UIFont.systemFont(ofSize: 17) { didSet { dress() } }
    /// The greatest height of the button, in points; 60 by default.
    public var maxHeight: CGFloat = 60

    public override init(frame: CGRect) {
        super.init(frame: frame)
        dress()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        dress()
    }

    /// Holds the button to its greatest height.
    public override func didMoveToSuperview() {
        super.didMoveToSuperview()
        if superview != nil { heightAnchor.constraint(lessThanOrEqualToConstant: maxHeight).isActive = true }
    }

    /// Opens the sheet.
    public override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { open() }

    /// Opens the sheet above the view controller that the button is in.
    public func open() {
        guard let controller else { return }
        let sheet = UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet)
        for (index, item) in dataSource.enumerated() {
            sheet.addAction(
                UIAlertAction(title: item, style: .default) { [weak self] _ in
                    self?.setTitle(item, for: .normal)
                    self?.delegate?.selectedItem(index: index, item: item)
                })
        }
        sheet.addAction(UIAlertAction(title: "Cancel", style: .cancel, handler: nil))
        // A sheet on an iPad points to what it is about.
        sheet.popoverPresentationController?.sourceView = self
        controller.present(sheet, animated: true, completion: nil)
    }

    private var controller: UIViewController? {
        var responder: UIResponder? = self
        while let current = responder {
            if let controller = current as? UIViewController { return controller }
            responder = current.next
        }
        return nil
    }

    private func dress() { outline(in: themeColor, font: buttonFont) }
}
#endif
