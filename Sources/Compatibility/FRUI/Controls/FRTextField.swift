#if canImport(UIKit)
import Primitives
public import UIKit

/// A line of text with its title above, a line beneath, and the error below that.
public class FRTextField: UITextField {
    /// The font of the title and of the error.
    public var titleFont = UIFont.systemFont(ofSize: 12) { didSet { update() } }
    /// The colour of title, line and error while there is an error.
    public var errorColor = FRUI.shared.errorColor { didSet { update() } }
    /// The colour of title and line while the field is edited.
    public var normalColor = FRUI.shared.primaryColor { didSet { update() } }
    /// The colour of title and line otherwise.
    public var unselectedColor = FRUI.shared.secondaryColor { didSet { update() } }
    /// The problem of the text; nil for none.
    public var errorMessage: String? { didSet { update() } }
    public override var text: String? { didSet { update() } }
    public override var placeholder: String? { didSet { update() } }
    public override var isSelected: Bool { didSet { update() } }

    private let title = UILabel(frame: .zero)
    private let line = UIView(frame: .zero)
    private let error = UILabel(frame: .zero)

    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
    }

    private func setUp() {
        error.numberOfLines = 0
        for part in [title, line, error] as [UIView] {
            part.isUserInteractionEnabled = false
            addSubview(part)
        }
        update()
    }

    public override func becomeFirstResponder() -> Bool {
        let became = super.becomeFirstResponder()
        isSelected = became
        return became
    }

    public override func resignFirstResponder() -> Bool {
        let resigned = super.resignFirstResponder()
        if resigned { isSelected = false }
        return resigned
    }

    public override func textRect(forBounds bounds: CGRect) -> CGRect { inner(bounds) }
    public override func editingRect(forBounds bounds: CGRect) -> CGRect { inner(bounds) }
    public override func placeholderRect(forBounds bounds: CGRect) -> CGRect { inner(bounds) }

    public override func layoutSubviews() {
        super.layoutSubviews()
        let inner = inner(bounds)
        title.frame = CGRect(x: 0, y: 0, width: bounds.width, height: inner.minY)
        line.frame = CGRect(x: 0, y: inner.maxY, width: bounds.width, height: isSelected ? 2 : 1)
        error.frame = CGRect(x: 0, y: inner.maxY + 2, width: bounds.width, height: bounds.height - inner.maxY - 2)
    }

    /// The distance between title and error.
    private func inner(_ bounds: CGRect) -> CGRect {
        let edge = titleFont.lineHeight + 2
        return CGRect(x: 0, y: edge, width: bounds.width, height: max(bounds.height - 2 * edge - 2, 0))
    }

    private func update() {
        let color = errorMessage == nil ? (isSelected ? normalColor : unselectedColor) : errorColor
        title.text = placeholder
        title.isHidden = (text ?? "").isEmpty
        error.text = errorMessage
        (title.textColor, error.textColor, line.backgroundColor) = (color, errorColor, color)
        (title.font, error.font) = (titleFont, titleFont)
        setNeedsLayout()
    }
}
#endif
