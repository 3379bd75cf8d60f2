import Foundation
import Primitives

#if canImport(UIKit)
import UIKit
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension Device {
    /// The device's name as the system has it, without asking the network (`ProcessInfo.hostName` asks DNS, which may take seconds). On iOS
    /// it is the kind of device, such as "iPhone", unless Apple allows the app the user's own name for it.
    package static var systemName: String {
        #if canImport(UIKit)
        if Thread.isMainThread { return MainActor.assumeIsolated { UIDevice.current.name } }
        #endif
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return currentPlatform }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
