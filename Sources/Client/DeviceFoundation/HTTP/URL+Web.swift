package import Foundation
import Primitives

extension URL {
    /// True for an absolute https or http URL with a host. A foreign URL of another scheme could start a program of the device: it is never opened.
    package var isWeb: Bool { ["https", "http"].contains(scheme?.lowercased()) && host()?.isEmpty == false }
}
