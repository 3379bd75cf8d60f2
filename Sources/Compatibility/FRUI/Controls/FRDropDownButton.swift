#if canImport(UIKit)
import Primitives
public import UIKit

/// Takes the item that a user chose in a list.
@MainActor
public protocol FRDropDownViewProtocol: AnyObject {
    /// Receives the item and its index.
    func selectedItem(index: Int, item: String)
}

/// A button that opens a list beneath itself, or over itself.
public class FRDropDownButton: UIButton, FRDropDownViewProtocol {
    /// The colour of the title and of the frame.
    public var themeColor = FRUI.shared.primaryColor { didSet { dress() } }
    /// The items of the list.
    public var dataSource: [String] = []
    /// The height of an item, in points; 40 by default. The name is spelt as documented.
    public var itemHeigh: CGFloat = 40
    /// Whether the list covers the button.
    public var shouldCoverButton = false
    /// Receives what the user chose.
    public weak var delegate: (any FRDropDownViewProtocol)?
    /// The font of the title and of the items.
    public var buttonFont = UIFont.systemFont(ofSize: 17) { didSet { dress() } }
    /// The greatest height of the list, in points, beyond which it scrolls; 200 by default.
    public var maxHeight: CGFloat = 200

    /// Receives what the user chose, beside the delegate.
    var chosen: (Int) -> Void = { _ in }
    private var list: UIScrollView?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        dress()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        dress()
    }

    /// Removes the list with the button.
    public override func didMoveToSuperview() {
        super.didMoveToSuperview()
        if superview == nil { close() }
    }

    /// Opens the list, or closes it.
    public override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        if list == nil { open() } else { close() }
    }

    /// Opens the list.
    public func open() {
        guard list == nil, let window else { return }
        let place = convert(bounds, to: window)
        let height = min(CGFloat(dataSource.count) * itemHeigh, maxHeight)
        let top = shouldCoverButton ? place.minY : place.maxY
        let scroll = UIScrollView(frame: CGRect(x: place.minX, y: top, width: place.width, height: height))
        scroll.backgroundColor = .systemBackground
        scroll.layer.borderColor = themeColor.cgColor
        scroll.layer.borderWidth = 1
        scroll.contentSize = CGSize(width: place.width, height: CGFloat(dataSource.count) * itemHeigh)
        for (index, item) in dataSource.enumerated() {
            let row = UIButton(frame: CGRect(x: 0, y: CGFloat(index) * itemHeigh, width: place.width, height: itemHeigh))
            row.setTitle(item, for: .normal)
            row.setTitleColor(themeColor, for: .normal)
            row.titleLabel?.font = buttonFont
            row.addAction(UIAction { [weak self] _ in self?.selectedItem(index: index, item: item) }, for: .touchUpInside)
            scroll.addSubview(row)
        }
        window.addSubview(scroll)
        list = scroll
    }

    /// Closes the list.
    public func close() {
        list?.removeFromSuperview()
        list = nil
    }

    /// Takes an item of the list: shows it as the title, tells the delegate, and closes the list.
    public func selectedItem(index: Int, item: String) {
        setTitle(item, for: .normal)
        delegate?.selectedItem(index: index, item: item)
        chosen(index)
        close()
    }

    private func dress() { outline(in: themeColor, font: buttonFont) }
}
#endif
