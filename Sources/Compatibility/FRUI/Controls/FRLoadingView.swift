#if canImport(UIKit)
import Primitives
public import UIKit

/// A card with a ring that turns while something is loaded, and a text beneath it.
public class FRLoadingView: UIView {
    /// The gap between the arcs of the ring, in degrees; 15 by default.
    public var spacing: CGFloat = 15 { didSet { ring.setNeedsDisplay() } }
    /// The colours of the arcs.
    public var colors: [UIColor] = [FRUI.shared.primaryColor, FRUI.shared.secondaryColor] { didSet { ring.setNeedsDisplay() } }
    /// Whether the card has a shadow.
    public var showDropShadow = false { didSet { setNeedsLayout() } }
    /// Whether what is behind the card is dimmed.
    public var showDimmedBackground = false
    /// The text beneath the ring; nil for none.
    public var loadingText: String? { didSet { setNeedsLayout() } }

    private lazy var ring = Ring(of: self)
    private let label = UILabel(frame: .zero)
    private let dim = UIView(frame: .zero)

    /// Makes a card of a size, in points.
    public convenience init(size: CGSize, showDropShadow: Bool, showDimmedBackground: Bool, loadingText: String?) {
        self.init(frame: CGRect(origin: .zero, size: size))
        self.showDropShadow = showDropShadow
        self.showDimmedBackground = showDimmedBackground
        self.loadingText = loadingText
    }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
    }

    private func setUp() {
        backgroundColor = .systemBackground
        layer.cornerRadius = 12
        isHidden = true
        label.textAlignment = .center
        dim.backgroundColor = UIColor.black.withAlphaComponent(0.3)
        addSubview(ring)
        addSubview(label)
    }

    public override func layoutSubviews() {
        super.layoutSubviews()
        label.text = loadingText
        let textHeight: CGFloat = loadingText == nil ? 0 : 32
        let side = min(bounds.width, bounds.height - textHeight) * 0.6
        ring.bounds = CGRect(x: 0, y: 0, width: side, height: side)
        ring.center = CGPoint(x: bounds.midX, y: (bounds.height - textHeight) / 2)
        label.frame = CGRect(x: 0, y: bounds.height - textHeight, width: bounds.width, height: textHeight)
        layer.shadowOpacity = showDropShadow ? 0.3 : 0
        layer.shadowRadius = 8
    }

    /// Puts the card into the middle of a view.
    public func add(inView view: UIView) {
        if showDimmedBackground {
            dim.frame = view.bounds
            dim.isHidden = isHidden
            view.addSubview(dim)
        }
        center = CGPoint(x: view.bounds.midX, y: view.bounds.midY)
        view.addSubview(self)
    }

    /// Shows the card, and turns the ring.
    public func startLoading() {
        (isHidden, dim.isHidden) = (false, false)
        ring.turn()
    }

    /// Hides the card.
    public func stopLoading() {
        (isHidden, dim.isHidden) = (true, true)
        ring.layer.removeAllAnimations()
        dim.removeFromSuperview()
    }

    /// The ring, which draws itself in the colours of its card.
    private final class Ring: UIView {
        private weak var card: FRLoadingView?

        init(of card: FRLoadingView) {
            self.card = card
            super.init(frame: .zero)
            backgroundColor = .clear
        }

        @available(*, unavailable)
        required init?(coder: NSCoder) { nil }

        override func draw(_ rect: CGRect) {
            guard let card, !card.colors.isEmpty else { return }
            let middle = CGPoint(x: bounds.midX, y: bounds.midY)
            let share = 2 * CGFloat.pi / CGFloat(card.colors.count)
            let gap = card.spacing * CGFloat.pi / 180
            for (index, color) in card.colors.enumerated() {
                let start = CGFloat(index) * share
                let arc = UIBezierPath(
                    arcCenter: middle, radius: bounds.width / 2 - 4, startAngle: start + gap / 2, endAngle: start + share - gap / 2,
                    clockwise: true)
                arc.lineWidth = 4
                color.setStroke()
                arc.stroke()
            }
        }

        func turn() {
            layer.removeAllAnimations()
            transform = .identity
            UIView.animate(withDuration: 0.5, delay: 0, options: [.repeat, .curveLinear]) {
                self.transform = CGAffineTransform(rotationAngle: .pi)
            }
        }
    }
}
#endif
