public import Primitives

/// `hardware`: maker, processors, memory and storage in MB; display and cameras where the system tells of them.
public struct HardwareFacts: ProfileCollector {
    /// The member's name in the profile, `hardware`.
    public let name = "hardware"
    private let system: any ObservedSystem

    /// Makes a collector that looks at the machine it runs on.
    public init() { self.init(RunningMachine()) }
    package init(_ system: any ObservedSystem) { self.system = system }

    /// Collects the facts; those that the system doesn't tell are left out.
    public func collect() async -> JSONObject {
        let device = await system.description()
        var facts: JSONObject = [
            "cpu": .integer(Int64(system.processors)), "activeCPU": .integer(Int64(system.activeProcessors)),
            "memory": .integer(Int64(system.memory >> 20)), "multitaskSupport": .bool(device?.multitasks ?? true),
        ]
        facts["manufacturer"] = (device?.maker ?? system.line(of: "/sys/class/dmi/id/sys_vendor")).map(JSONValue.string)
        facts["hardware"] = system.kernel("machine").map(JSONValue.string)
        facts["storage"] = system.storage.map { .integer(Int64($0 >> 20)) }
        for part in [DisplayFacts(system), CameraFacts(system)] as [any ProfileCollector] {
            let inside = await part.collect()
            if !inside.isEmpty { facts[part.name] = .object(inside) }
        }
        return facts
    }
}

/// `display`: width and height of the first screen, in pixels, on Apple's systems in points; `orientation` 1 for upright, 2 for lying.
public struct DisplayFacts: ProfileCollector {
    /// The member's name in the profile, `display`.
    public let name = "display"
    private let system: any ObservedSystem

    /// Makes a collector that looks at the machine it runs on.
    public init() { self.init(RunningMachine()) }
    package init(_ system: any ObservedSystem) { self.system = system }

    /// Linux lists the modes of each screen that is connected, the preferred one first.
    public func collect() async -> JSONObject {
        if let device = await system.description() {
            guard let display = device.display else { return [:] }
            return [
                "width": .integer(Int64(display.width)), "height": .integer(Int64(display.height)),
                "orientation": display.isPortrait ? 1 : 2,
            ]
        }
        let screens = system.names(in: "/sys/class/drm")
        let modes = screens.lazy.compactMap { system.line(of: "/sys/class/drm/\($0)/modes") }
        guard let mode = modes.first?.split(separator: "x"), mode.count == 2, let width = Int64(mode[0]), let height = Int64(mode[1]) else {
            return [:]
        }
        return ["width": .integer(width), "height": .integer(height), "orientation": width >= height ? 2 : 1]
    }
}

/// `camera`: how many there are.
public struct CameraFacts: ProfileCollector {
    /// The member's name in the profile, `camera`.
    public let name = "camera"
    private let system: any ObservedSystem

    /// Makes a collector that looks at the machine it runs on.
    public init() { self.init(RunningMachine()) }
    package init(_ system: any ObservedSystem) { self.system = system }

    /// Linux has several files for one camera, the first of which has the index 0.
    public func collect() async -> JSONObject {
        if let device = await system.description() { return device.cameras.map { ["numberOfCameras": .integer(Int64($0))] } ?? [:] }
        let cameras = system.names(in: "/sys/class/video4linux").filter { system.line(of: "/sys/class/video4linux/\($0)/index") == "0" }
        return cameras.isEmpty ? [:] : ["numberOfCameras": .integer(Int64(cameras.count))]
    }
}
