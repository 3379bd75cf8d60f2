import DeviceFoundation
import Dispatch
import Foundation
import Primitives

#if canImport(UIKit)
import UIKit
#endif

#if canImport(Darwin)
import Darwin
#endif

/// Apps that install or use what Apple didn't sign, by the schemes of their URLs.
///
/// iOS tells an app only of schemes that its property list names in `LSApplicationQueriesSchemes`: `cydia`, `sileo`, `zbra`, `filza`,
/// `undecimus`, `activator`. Without them nothing is noticed.
public final class URLSchemeDetector: JailbreakDetector {
    #if canImport(UIKit)
    private static let schemes = ["cydia", "sileo", "zbra", "filza", "undecimus", "activator"]
    #endif

    /// Makes one, which has no settings.
    public init() {}

    /// The score, from 0 for nothing noticed to 1. Elsewhere than on iOS it is 0.
    public func analyze() -> Double {
        #if canImport(UIKit)
        let isThere = onMain {
            Self.schemes.contains { scheme in URL(string: "\(scheme)://x").map(UIApplication.shared.canOpenURL) ?? false }
        }
        return isThere == true ? 1 : 0
        #else
        return 0
        #endif
    }

    #if canImport(UIKit)
    /// Runs `body` on the main thread; nil when that is busy for a second, as it is while it waits for this thread.
    private func onMain(_ body: @escaping @MainActor @Sendable () -> Bool) -> Bool? {
        if Thread.isMainThread { return MainActor.assumeIsolated(body) }
        let (verdict, isDone) = (SchemeVerdict(), DispatchSemaphore(value: 0))
        DispatchQueue.main.async {
            let answer = MainActor.assumeIsolated(body)
            verdict.isThere.withLock { $0 = answer }
            isDone.signal()
        }
        return isDone.wait(timeout: .now() + 1) == .success ? verdict.isThere.withLock { $0 } : nil
    }

    private final class SchemeVerdict: Sendable { let isThere = Lock<Bool?>(nil) }
    #endif
}

/// A sandbox that lets the app start processes.
public final class SandboxDetector: JailbreakDetector {
    /// Makes one, which has no settings.
    public init() {}

    /// The score, from 0 for nothing noticed to 1: on iOS a child process is started, which ends at once. Elsewhere it is 0.
    public func analyze() -> Double {
        #if os(iOS)
        // Swift's overlay hides the function, which the sandbox refuses.
        guard let address = dlsym(UnsafeMutableRawPointer(bitPattern: -2), "fork") else { return 0 }
        let child = unsafeBitCast(address, to: (@convention(c) () -> pid_t).self)()
        if child == 0 { _exit(0) }
        guard child > 0 else { return 0 }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        return 1
        #else
        0
        #endif
    }
}

/// Files of the system and of other apps that an app can't read.
public final class SandboxRestrictedFilesAccessable: JailbreakDetector {
    /// Makes one, which has no settings.
    public init() {}

    /// The score, from 0 for nothing noticed to 1. Elsewhere than on iOS it is 0.
    public func analyze() -> Double {
        #if os(iOS)
        let paths = ["/private/etc/master.passwd", "/private/var/root", "/private/var/mobile/Library/SMS/sms.db", "/private/var/lib/dpkg"]
        return paths.contains { FileManager.default.isReadableFile(atPath: $0) } ? 1 : 0
        #else
        return 0
        #endif
    }
}

/// Classes of tools that hide a jailbreak from apps.
public final class SuspiciousObjCClassesDetector: JailbreakDetector {
    /// Makes one, which has no settings.
    public init() {}

    /// The score, from 0 for nothing noticed to 1. Elsewhere than on iOS it is 0.
    public func analyze() -> Double {
        #if os(iOS)
        ["ShadowRuleset", "ShadowService"].contains { NSClassFromString($0) != nil } ? 1 : 0
        #else
        0
        #endif
    }
}

/// Files that only a tampered system has, by opening them: a tool that hides them may hide only that they exist.
public final class SuspiciousFilesAccessibleDetector: JailbreakDetector {
    /// Makes one, which has no settings.
    public init() {}

    /// The score, from 0 for nothing noticed to 1. Elsewhere than on iOS it is 0.
    public func analyze() -> Double {
        #if os(iOS)
        let paths = [
            "/Applications/Cydia.app/Info.plist", "/Library/MobileSubstrate/MobileSubstrate.dylib", "/bin/bash", "/usr/sbin/sshd",
            "/private/etc/ssh/sshd_config", "/var/jb/usr/bin/dpkg",
        ]
        let isOpen = paths.contains { path in
            let file = open(path, O_RDONLY | O_CLOEXEC)
            if file >= 0 { close(file) }
            return file >= 0
        }
        return isOpen ? 1 : 0
        #else
        return 0
        #endif
    }
}

/// A directory of the system in which the app can make a file, which is removed again. It isn't among the detectors that are asked by default.
public final class PrivateFileWritableDetector: JailbreakDetector {
    /// Makes one, which has no settings.
    public init() {}

    /// The score, from 0 for nothing noticed to 1. Elsewhere than on iOS it is 0.
    public func analyze() -> Double {
        #if os(iOS)
        let path = "/private/\(UUID().uuidString).txt"
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return 0 }
        close(file)
        unlink(path)
        return 1
        #else
        return 0
        #endif
    }
}
