public import DeviceFoundation
public import Primitives

/// `platform`: the system, its version, what the device is called, language and time zone, and what detectors notice of tampering.
public struct PlatformFacts: ProfileCollector {
    /// The member's name in the profile, `platform`.
    public let name = "platform"
    private let system: any ObservedSystem
    private let score: @Sendable () -> Double

    /// - Parameter tampering: those detectors that fit this system, unless said otherwise.
    public init(tampering: TamperDetection = TamperDetection()) { self.init(RunningMachine()) { tampering.look().score } }

    /// - Parameter score: gives `jailBreakScore`, by means of the app's own.
    public init(score: @escaping @Sendable () -> Double) { self.init(RunningMachine(), score: score) }

    package init(_ system: any ObservedSystem, score: @escaping @Sendable () -> Double) {
        self.system = system
        self.score = score
    }

    /// Collects the facts; those that the system doesn't tell are left out.
    public func collect() async -> JSONObject {
        var facts = await system.description().map(told) ?? read
        facts["locale"] = .string(system.locale)
        facts["timeZone"] = .string(system.timeZone)
        facts["jailBreakScore"] = .number(score())
        facts["systemInfo"] = .object(JSONObject(system.kernel.map { ($0.name, .string($0.value)) }))
        return facts
    }

    /// The facts of a device that its system describes.
    private func told(_ device: SystemDescription) -> JSONObject {
        var facts: JSONObject = [
            "platform": .string(device.platform), "device": .string(device.kind), "version": .string(device.version),
            "deviceName": .string(device.name), "brand": .string(device.maker),
        ]
        facts["model"] = (device.model ?? system.kernel("machine")).map(JSONValue.string)
        return facts
    }

    /// The facts in the files of Linux.
    private var read: JSONObject {
        var facts: JSONObject = ["platform": "Linux", "device": "computer"]
        facts["version"] = (release["VERSION_ID"] ?? system.kernel("release")).map(JSONValue.string)
        facts["deviceName"] = system.kernel("nodename").map(JSONValue.string)
        facts["model"] = (system.line(of: "/sys/class/dmi/id/product_name") ?? system.kernel("machine")).map(JSONValue.string)
        facts["brand"] = .string(system.line(of: "/sys/class/dmi/id/sys_vendor") ?? release["ID"] ?? "Linux")
        return facts
    }

    /// The distribution's own names and numbers.
    private var release: [String: String] {
        let lines = system.text(of: "/etc/os-release")?.split(separator: "\n") ?? []
        let pairs = lines.compactMap { line -> (String, String)? in
            let parts = line.split(separator: "=", maxSplits: 1)
            return parts.count == 2 ? (String(parts[0]), parts[1].filter { $0 != "\"" }) : nil
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
