import Foundation
import SecuredTouch

// The Swift of the document for iOS (pingone-native-sdks), with the line of each snippet; context calls are in `iOSSnippets`. Values in angle
// brackets are parameters here, and a text that may be nil isn't forced.

/// Stands in for UIKit's function and the app's delegate.
func UIApplicationMain(
    _ argc: Int32, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<Int8>?>, _ principal: String?, _ delegate: String?
) -> [String?] { [principal, delegate] }
final class AppDelegate: NSObject {}

/// 3553, 3557: the app's main file
func applicationMain() -> [String?] {
    UIApplicationMain(
        CommandLine.argc,
        CommandLine.unsafeArgv,
        NSStringFromClass(STApplication.self),
        NSStringFromClass(AppDelegate.self)
    )
}

/// 3570: start
func initialize(
    _ appId: String, _ appSecret: String, _ serverHost: String, _ currentUserId: String, _ sessionId: String,
    print: @escaping (String) -> Void
) -> SecuredTouch? {
    let initParams = STInitParams(applicationId: appId, andAppSecret: appSecret, andServerHost: serverHost)

    initParams.userId = currentUserId
    initParams.sessionId = sessionId
    initParams.debugMode = false

    let securedTouch = SecuredTouch.initSDK(initParams)

    securedTouch?.onSecuredTouchInitialized { (uuid) in
        print("SecuredTouch Initialized \(uuid ?? "")")
    }

    securedTouch?.onSecuredTouchError { (uuid, message, code) in
        print("SecuredTouch onError - uuid: \(uuid ?? ""), message: \(message ?? ""), code: \(code)")
    }
    return securedTouch
}

/// 3604, 3609: the token
func fetchToken(_ securedTouch: SecuredTouch?, print: @escaping (String) -> Void) -> String? {
    securedTouch?.onTokenReady {
        print("SecuredTouch Token is ready, \(securedTouch?.getToken() ?? "")")
    }
    return securedTouch?.getToken()
}

/// 3620 to 3650: users, sessions, tags, flush
func usersAndTags(_ securedTouch: SecuredTouch?, _ userId: String, _ sessionId: String, _ tagName: String, _ tagValue: String) {
    securedTouch?.login(userId)
    securedTouch?.login(userId, andSessionId: sessionId)
    securedTouch?.logout()
    securedTouch?.logout(sessionId)
    securedTouch?.setSessionId(sessionId)
    securedTouch?.addTag(tagName)
    securedTouch?.addTag(tagName, withValue: tagValue)
    securedTouch?.addTag(tagName, withValue: tagValue).addTag(tagName)
    securedTouch?.flush()
}

/// 3658 to 3665: useful operations
func usefulOperations(_ securedTouch: SecuredTouch?) -> String? {
    securedTouch?.pause()
    securedTouch?.resume()
    securedTouch?.pauseBehavioralData()
    securedTouch?.resumeBehavioralData()
    return securedTouch?.getInstanceUUID()
}
