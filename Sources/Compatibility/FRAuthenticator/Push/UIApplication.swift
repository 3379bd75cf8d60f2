#if !canImport(UIKit)
public import Foundation

/// Stands for UIKit's class, which the documented calls take and do nothing with, where there is no UIKit.
public class UIApplication: NSObject {}
#endif
