#if !canImport(UIKit)
import Primitives

/// Stands for UIKit's class where there is no UIKit. The documented calls that take it need no view there.
public class UIViewController {
    /// Makes one.
    public init() {}
}
#endif
