package import DeviceFoundation
package import Foundation
package import Primitives
package import Verification

#if canImport(UIKit)
package import UIKit
#endif

#if canImport(Darwin)
import URLSessionTransport
#else
import AsyncHTTPTransport
#endif

/// The services that the SDK takes from the system. The documented API has no parameters for them, so tests replace them here.
package struct Environment: Sendable {
    package var transport: @Sendable () throws -> any HTTPTransport
    package var store: @Sendable () throws -> any SecureStore
    package var keys: @Sendable (any SecureStore) -> any KeyStore = { SoftwareKeyStore($0) }
    package var images: any PendingImages = PendingImageMemory()
    /// The finder of faces; nil where the system has none.
    package var faces: (any FaceFinder)?
    /// The way to recognise the user; nil where the system has none.
    package var users: (any UserVerification)?
    /// The app's property list.
    package var properties: @Sendable (String) -> String? = { Bundle.main.infoDictionary?[$0] as? String }
    package var time: any TimeSource = SystemTime()
    package var random: any RandomSource = SystemRandom()

    package init(
        transport: @escaping @Sendable () throws -> any HTTPTransport, store: @escaping @Sendable () throws -> any SecureStore
    ) {
        self.transport = transport
        self.store = store
    }

    private static let installed = Lock(Environment.system)

    /// The environment that calls use from now on.
    package static var current: Environment {
        get { installed.withLock { $0 } }
        set { installed.withLock { $0 = newValue } }
    }

    /// The face of a photograph; nil where no face can be looked for.
    static func findFace(in image: UIImage) throws(FaceDetectionError) -> CGRect? {
        guard let finder = current.faces else { return nil }
        guard let file = image.file else { throw .unreadableImage }
        guard let face = try finder.face(in: file) else { throw .noFace }
        return face
    }

    private static let system: Environment = {
        var environment = Environment(transport: systemTransport) { try SystemStores.store(of: "P1Verify") }
        environment.keys = { SystemStores.keys(over: $0) }
        environment.images = PendingImageFolder(folder)
        #if canImport(CoreImage)
        environment.faces = SystemFaceFinder()
        #endif
        #if canImport(LocalAuthentication)
        environment.users = LocalAuthenticationVerification()
        #endif
        return environment
    }()

    #if canImport(Darwin)
    private static let systemTransport: @Sendable () throws -> any HTTPTransport = { URLSessionTransport() }
    private static var folder: String { URL.applicationSupportDirectory.appending(path: "P1Verify/images").path(percentEncoded: false) }
    #else
    private static let systemTransport: @Sendable () throws -> any HTTPTransport = { try AsyncHTTPTransport() }
    /// A folder of the user's state directory (XDG Base Directory Specification 0.8), one for each program.
    private static var folder: String {
        let state = ProcessInfo.processInfo.environment["XDG_STATE_HOME"] ?? "\(NSHomeDirectory())/.local/state"
        return "\(state)/P1Verify/\(ProcessInfo.processInfo.processName)/images"
    }
    #endif
}
