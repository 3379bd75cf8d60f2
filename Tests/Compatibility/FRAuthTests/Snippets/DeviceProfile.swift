public import FRAuth
import Foundation

/// "Customize the device profile callback"
public class CustomCollector: DeviceCollector {
    public var name: String = "customCollector"
    public func collect(completion: @escaping DeviceCollectorCallback) {
        var result: [String: Any] = [:]
        result["customID"] = "MyCustomIDValue"
        completion(result)
    }
}

/// "Create a custom collector"; the document has this name twice, and a closing brace too many
class AnotherCollector: DeviceCollector {
    var name: String = "custom"

    func collect(completion: @escaping DeviceCollectorCallback) {
        var result: [String: Any] = [:]

        // Perform logic to collect any device profile
        result["key"] = "value"

        completion(result)
    }
}

/// "Handle a device profile callback"
final class ProfileViewController: UIViewController {
    private let finished: (Outcome<FRUser>) -> Void

    init(finished: @escaping (Outcome<FRUser>) -> Void) { self.finished = finished }

    func handleNode(user: FRUser?, node: Node?, error: (any Error)?) {
        finished(Outcome(result: user, node: node, error: error))
    }

    func execute(_ node: Node, _ deviceProfileCallback: DeviceProfileCallback) {
        deviceProfileCallback.execute { _ in
            node.next { (user: FRUser?, node, error) in
                self.handleNode(user: user, node: node, error: error)  // Handle the node
            }
        }
    }

    func executeCustom(_ node: Node, _ deviceProfileCallback: DeviceProfileCallback) {
        deviceProfileCallback.profileCollector.collectors.append(CustomCollector())
        execute(node, deviceProfileCallback)
    }
}

/// "Manually collect device profile information", "Modify the default collectors"
enum Collecting {
    static func profile() async -> [String: Any] {
        await withCheckedContinuation { continuation in
            FRDevice.currentDevice?.getProfile(completion: { (deviceProfile) in
                print(deviceProfile)
                continuation.resume(returning: Passed(deviceProfile))
            })
        }.value
    }

    static func collect() async -> [String: Any] {
        await withCheckedContinuation { continuation in
            FRDeviceCollector.shared.collect { (result) in
                // Result is returned as [String: Any]
                continuation.resume(returning: Passed(result))
            }
        }.value
    }

    private struct Passed: @unchecked Sendable {  // handed over once
        let value: [String: Any]
        init(_ value: [String: Any]) { self.value = value }
    }
}

/// "Implement default jailbreak/rooted device detection", "Customize jailbreak/rooted detection", "Implement custom detectors"
enum Detecting {
    static func analyze() -> String {
        // Check if device is jailbroken
        let jailbrokenScore = FRJailbreakDetector.shared.analyze()

        // Evaluate the result
        if jailbrokenScore == -1.0 {
            // no detectors found
            return "none"
        } else if jailbrokenScore == 0.0 {
            // Means that the detectors score result is 0.0
            return "clean"
        } else {
            // Some detectors returned a possible positive result that indicates the device might be jailbroken
            return "suspicious"
        }
    }

    static func customize() -> Double {
        // Remove everything and only add your selected detectors
        FRJailbreakDetector.shared.detectors.removeAll()
        FRJailbreakDetector.shared.detectors.append(BashDetector())
        FRJailbreakDetector.shared.detectors.append(SSHDetector())

        // Or loop through detectors and remove specific detector from default
        for detector in FRJailbreakDetector.shared.detectors {
            // Remove specific detector if required
            if detector is SSHDetector { FRJailbreakDetector.shared.detectors.removeAll { $0 is SSHDetector } }
        }

        // Get result
        let jailbrokenScore = FRJailbreakDetector.shared.analyze()
        return jailbrokenScore
    }

    static func add() -> Double {
        // Add custom detector to JailbreakDetector
        FRJailbreakDetector.shared.detectors.append(CustomDetector())

        // Get the result
        let jailbrokenScore = FRJailbreakDetector.shared.analyze()
        return jailbrokenScore
    }
}

// Custom detector; the document has `-Double`
class CustomDetector: JailbreakDetector {
    public func analyze() -> Double {
        var result = 0.0
        // do the custom logic
        result = 0.75
        return result
    }
}
