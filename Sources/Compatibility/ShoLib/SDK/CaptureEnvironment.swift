import Foundation
package import Primitives

#if canImport(UIKit)
import UIKit
import Verification
#endif

/// The services that the screens take from the system. The documented API has no parameters for them, so tests replace them here.
package struct CaptureEnvironment: Sendable {
    /// The camera for a card; nil where the system has none.
    package var camera: (@Sendable (CaptureSubject) -> any FrameSource)?
    /// The screen in place of the view controllers' own; nil, the usual, where they have one.
    package var screen: (any CaptureScreen)?
    package var resources: any AppResources = BundleResources()
    package var random: any RandomSource = SystemRandom()
    /// Opens the app's page in the system's settings.
    package var openSettings: @Sendable () async -> Void = {}

    package init() {}

    private static let installed = Lock(CaptureEnvironment.system)

    /// The environment that captures use from now on.
    package static var current: CaptureEnvironment {
        get { installed.withLock { $0 } }
        set { installed.withLock { $0 = newValue } }
    }

    private static let system: CaptureEnvironment = {
        var environment = CaptureEnvironment()
        #if canImport(UIKit) && canImport(AVFoundation) && canImport(CoreImage)
        environment.camera = { CameraSource($0 == .selfie ? .front : .back) }
        environment.openSettings = { await openSettingsPage() }
        #endif
        return environment
    }()

    #if canImport(UIKit)
    @MainActor
    private static func openSettingsPage() {
        guard let page = URL(string: UIApplication.openSettingsURLString) else { return }
        UIApplication.shared.open(page)
    }
    #endif
}
