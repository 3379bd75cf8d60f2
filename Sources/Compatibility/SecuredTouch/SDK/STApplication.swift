#if canImport(UIKit)
public import UIKit

/// The app's principal class.
open class STApplication: UIApplication {}
#else
public import Foundation

/// The app's principal class, on systems without one.
open class STApplication: NSObject {}
#endif
