#if os(macOS)
import AppKit
import Darwin
import DeviceFoundation
import Foundation
import Primitives

extension RunningMachine {
    func description() async -> SystemDescription? {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return SystemDescription(
            platform: "macOS", version: "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)", kind: "Mac",
            name: Device.systemName, model: Self.model, display: await Self.display, cameras: nil)
    }

    @MainActor
    private static var display: SystemDescription.Display? {
        NSScreen.main.map { screen in
            let size = screen.frame.size
            return .init(width: Int(size.width), height: Int(size.height), isPortrait: size.height >= size.width)
        }
    }

    private static var model: String? {
        var text = [UInt8](repeating: 0, count: 64)
        var count = text.count
        guard sysctlbyname("hw.model", &text, &count, nil, 0) == 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }
}
#endif
