#if canImport(UIKit)
public import UIKit

/// A button with round corners in the colours of ``FRUI``.
public class FRButton: UIButton {
    /// The colour of the title.
    public var titleColor = FRUI.shared.primaryTextColor {
        didSet { setTitleColor(titleColor, for: .normal) }
    }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        dress()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        dress()
    }

    public override func layoutSubviews() {
        super.layoutSubviews()
        layer.cornerRadius = min(bounds.height / 2, 8)
    }

    private func dress() {
        backgroundColor = FRUI.shared.primaryColor
        setTitleColor(titleColor, for: .normal)
    }
}
#endif
