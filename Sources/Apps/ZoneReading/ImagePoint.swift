import Primitives

/// A place in an image, in pixels from the middle of the left upper one.
package struct ImagePoint: Sendable, Equatable {
    package let x, y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}
