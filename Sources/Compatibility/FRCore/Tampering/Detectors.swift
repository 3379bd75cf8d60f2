import DeviceFoundation
import Foundation
import Primitives

/// Files that only a tampered system has.
///
/// They are signs on iOS. Another system has some of them by its nature, so that there they say nothing.
open class FileDetector: JailbreakDetector {
    private let paths: [String]

    init(_ paths: [String]) { self.paths = paths }

    /// The score, from 0 for nothing noticed to 1.
    public func analyze() -> Double {
        #if os(iOS)
        paths.contains { FileManager.default.fileExists(atPath: $0) } ? 1 : 0
        #else
        0
        #endif
    }
}

/// A package manager of Debian's.
public final class AptDetector: FileDetector {
    /// Makes a detector that looks for `/etc/apt`, `/private/var/lib/apt`.
    public init() { super.init(["/etc/apt", "/private/var/lib/apt"]) }
}

/// A shell.
public final class BashDetector: FileDetector {
    /// Makes a detector that looks for `/bin/bash`, `/usr/bin/bash`.
    public init() { super.init(["/bin/bash", "/usr/bin/bash"]) }
}

/// A shop for apps that Apple didn't sign.
public final class CydiaDetector: FileDetector {
    /// Makes a detector that looks for `/Applications/Cydia.app`, `/Applications/Sileo.app`.
    public init() { super.init(["/Applications/Cydia.app", "/Applications/Sileo.app"]) }
}

/// A library that changes other apps.
public final class CydiaSubstrateDetector: FileDetector {
    /// Makes a detector that looks for `/Library/MobileSubstrate/MobileSubstrate.dylib`.
    public init() { super.init(["/Library/MobileSubstrate/MobileSubstrate.dylib"]) }
}

/// A server for logins over the network.
public final class SSHDetector: FileDetector {
    /// Makes a detector that looks for `/usr/sbin/sshd`, `/usr/bin/ssh`.
    public init() { super.init(["/usr/sbin/sshd", "/usr/bin/ssh"]) }
}

/// All that is known to be left behind.
public final class SuspiciousFilesExistenceDetector: FileDetector {
    public init() {
        super.init([
            "/Applications/Cydia.app", "/Applications/Sileo.app", "/Library/MobileSubstrate/MobileSubstrate.dylib", "/var/jb", "/bin/bash",
            "/usr/sbin/sshd", "/etc/apt", "/private/var/lib/apt",
        ])
    }
}

/// Directories of the system that are links elsewhere, to where there is more room.
public final class SymbolicLinkDetector: JailbreakDetector {
    /// Makes one, which has no settings.
    public init() {}

    /// The score, from 0 for nothing noticed to 1.
    public func analyze() -> Double {
        #if os(iOS)
        let paths = ["/Applications", "/Library/Ringtones", "/Library/Wallpaper", "/usr/include", "/usr/libexec", "/usr/share"]
        let links = paths.filter { (try? FileManager.default.destinationOfSymbolicLink(atPath: $0)) != nil }
        return links.isEmpty ? 0 : 1
        #else
        return 0
        #endif
    }
}

/// Directories in which an app can't write.
public final class RestrictedDirectoriesWritableDetector: JailbreakDetector {
    /// Makes one, which has no settings.
    public init() {}

    /// The score, from 0 for nothing noticed to 1.
    public func analyze() -> Double {
        #if os(iOS)
        ["/", "/root", "/private", "/jb"].contains { FileManager.default.isWritableFile(atPath: $0) } ? 1 : 0
        #else
        0
        #endif
    }
}

/// A library that isn't the app's: one that the environment names, or of those that change other apps.
public final class DyldDetector: JailbreakDetector {
    /// Makes one, which has no settings.
    public init() {}
    /// The score, from 0 for nothing noticed to 1.
    public func analyze() -> Double { SystemDetector(PreloadDetector()).analyze() }
}
