#if canImport(UIKit)
import UIKit

extension UIButton {
    /// Dresses a button that offers items: its title and a frame with round corners in one colour.
    func outline(in color: UIColor, font: UIFont) {
        setTitleColor(color, for: .normal)
        titleLabel?.font = font
        layer.borderColor = color.cgColor
        layer.borderWidth = 1
        layer.cornerRadius = 8
    }
}
#endif
