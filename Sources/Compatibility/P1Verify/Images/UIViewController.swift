#if !canImport(UIKit)
import Primitives

/// Stands for UIKit's class where there is no UIKit. The documented calls that take it need no view there.
@MainActor
open class UIViewController {
    /// Makes one.
    public nonisolated init() {}
}
#endif
