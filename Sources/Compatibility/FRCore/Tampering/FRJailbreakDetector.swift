import CallbackBridge
public import DeviceFoundation
import Foundation
import Primitives

/// Looks for one sign that the device was tampered with.
public protocol JailbreakDetector {
    /// Returns the score, from 0, nothing noticed, to 1.
    func analyze() -> Double
}

/// Finds out whether the device was tampered with ("Implement default jailbreak/rooted device detection").
public final class FRJailbreakDetector: Sendable {
    /// The detector that the SDK itself asks.
    public static let shared = FRJailbreakDetector()

    private let current: Lock<Handoff<[any JailbreakDetector]>>

    /// The detectors: by default those that fit this system.
    public var detectors: [any JailbreakDetector] {
        get { current.withLock { $0 }.value }
        set {
            let detectors = Handoff(newValue)
            current.withLock { $0 = detectors }
        }
    }

    /// Makes a detector of its own, with the detectors that fit this system.
    public init() { current = Lock(Handoff(Self.standard)) }

    private static var standard: [any JailbreakDetector] {
        #if os(iOS)
        [
            SuspiciousFilesExistenceDetector(), SuspiciousFilesAccessibleDetector(), URLSchemeDetector(), SandboxDetector(),
            SandboxRestrictedFilesAccessable(), RestrictedDirectoriesWritableDetector(), SymbolicLinkDetector(), DyldDetector(),
            SuspiciousObjCClassesDetector(),
        ]
        #else
        TamperDetection.standard.map(SystemDetector.init)
        #endif
    }

    /// The worst score of all detectors; -1.0 when there is none. On a simulator it is always 1.
    public func analyze() -> Double {
        #if targetEnvironment(simulator)
        1
        #else
        detectors.map { min(1, max(0, $0.analyze())) }.max() ?? -1
        #endif
    }
}

/// A detector of the module `DeviceFoundation`.
public final class SystemDetector: JailbreakDetector {
    private let detector: any TamperDetector

    /// Makes a system detector of its `detector`, which is taken unchecked.
    public init(_ detector: any TamperDetector) { self.detector = detector }

    /// The score, from 0 for nothing noticed to 1.
    public func analyze() -> Double { TamperDetection([detector]).look().score }
}
