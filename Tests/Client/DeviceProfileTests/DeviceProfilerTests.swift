import ClientTesting
import DeviceFoundation
import DeviceProfile
import Foundation
import JourneyMessages
import Primitives
import Testing

/// A machine of files.
private struct PretendMachine: ObservedSystem {
    var files: [String: String] = [
        "/etc/os-release": "NAME=\"Debian\"\nID=debian\nVERSION_ID=\"12\"\n", "/sys/class/dmi/id/product_name": "ThinkPad X1\n",
        "/sys/class/dmi/id/sys_vendor": "Lenovo\n", "/sys/class/drm/card0-eDP-1/modes": "2560x1440\n1920x1080\n",
        "/sys/class/drm/card0-HDMI/modes": "", "/sys/class/video4linux/video0/index": "0\n",
        "/sys/class/video4linux/video1/index": "1\n", "/sys/class/net/lo/operstate": "unknown", "/sys/class/net/eth0/operstate": "up\n",
        "/sys/class/net/eth0/carrier": "1\n", "/sys/class/bluetooth/hci0/name": "x",
    ]

    func text(of path: String) -> String? { files[path] }

    func names(in directory: String) -> [String] {
        Set(files.keys.filter { $0.hasPrefix(directory + "/") }.map { String($0.dropFirst(directory.count + 1).prefix { $0 != "/" }) })
            .sorted()
    }

    let kernel: [(name: String, value: String)] = [
        (name: "sysname", value: "Linux"), ("nodename", "ada"), ("release", "6.1"), ("version", "#1"), ("machine", "x86_64"),
    ]
    let processors = 8
    let activeProcessors = 6
    let memory: UInt64 = 16 << 30
    let storage: UInt64? = 512 << 30
    let locale = "fr"
    let timeZone = "Europe/Paris"
}

/// A device whose system describes it.
private struct PretendPhone: ObservedSystem {
    var display: SystemDescription.Display? = .init(width: 393, height: 852, isPortrait: true)
    var cameras: Int? = 4
    var connected = true

    func text(of path: String) -> String? { path == "/etc/os-release" ? "ID=debian\nVERSION_ID=12\n" : "a file of Linux" }
    func names(in directory: String) -> [String] { ["card0"] }
    let kernel: [(name: String, value: String)] = [(name: "machine", value: "iPhone15,2"), ("release", "23.4.0")]
    let processors = 6
    let activeProcessors = 6
    let memory: UInt64 = 6 << 30
    let storage: UInt64? = 128 << 30
    let locale = "en"
    let timeZone = "America/Vancouver"

    func description() async -> SystemDescription? {
        SystemDescription(
            platform: "iOS", version: "17.4.1", kind: "iPad", name: "Ada's iPad", display: display, cameras: cameras, multitasks: false)
    }
    func isConnected() async -> Bool? { connected }
}

@Suite("Device profiles")
struct DeviceProfilerTests {
    private static let paris = DeviceProfileDocument.Location(latitude: 48.85, longitude: 2.35)

    @Test("what a Linux machine tells")
    func facts() async throws {
        let machine = PretendMachine()
        let platform = await PlatformFacts(machine) { 0.5 }.collect()
        #expect(platform["model"] == "ThinkPad X1" && platform["brand"] == "Lenovo" && platform["version"] == "12")
        #expect(platform["deviceName"] == "ada" && platform["locale"] == "fr" && platform["timeZone"] == "Europe/Paris")
        #expect(platform["jailBreakScore"] == 0.5 && platform["systemInfo"]?["machine"] == "x86_64")
        let hardware = await HardwareFacts(machine).collect()
        #expect(hardware["cpu"] == 8 && hardware["activeCPU"] == 6 && hardware["memory"] == 16384 && hardware["storage"] == 524288)
        #expect(hardware["display"] == ["width": 2560, "height": 1440, "orientation": 2])
        #expect(hardware["camera"] == ["numberOfCameras": 1] && hardware["manufacturer"] == "Lenovo")
        #expect(await NetworkFacts(machine).collect() == ["connected": true])
        #expect(await BluetoothFacts(machine).collect() == ["supported": true])
        #expect(await BrowserFacts(machine).collect() == ["userAgent": "Gatehouse/1.0 (Linux 6.1)"])
        #expect(await TelephonyFacts().collect().isEmpty)
    }

    @Test("a device that its system describes is told so, and no file of Linux is read")
    func described() async throws {
        let platform = await PlatformFacts(PretendPhone()) { 0 }.collect()
        #expect(platform["platform"] == "iOS" && platform["version"] == "17.4.1" && platform["device"] == "iPad")
        #expect(platform["deviceName"] == "Ada's iPad" && platform["model"] == "iPhone15,2" && platform["brand"] == "Apple")
        let hardware = await HardwareFacts(PretendPhone()).collect()
        #expect(hardware["manufacturer"] == "Apple" && hardware["multitaskSupport"] == false)
        #expect(hardware["display"] == ["width": 393, "height": 852, "orientation": 1] && hardware["camera"] == ["numberOfCameras": 4])
        #expect(await NetworkFacts(PretendPhone()).collect() == ["connected": true])
        #expect(await NetworkFacts(PretendPhone(connected: false)).collect() == ["connected": false])
        let mac = await HardwareFacts(PretendPhone(display: nil, cameras: nil)).collect()
        #expect(mac["display"] == nil && mac["camera"] == nil)
    }

    @Test("what a bare machine hasn't is left out")
    func bare() async throws {
        let machine = PretendMachine(files: ["/sys/class/net/eth0/operstate": "down"])
        let hardware = await HardwareFacts(machine).collect()
        #expect(hardware["display"] == nil && hardware["camera"] == nil && hardware["manufacturer"] == nil)
        #expect(await PlatformFacts(machine) { 0 }.collect()["model"] == "x86_64")
        #expect(await NetworkFacts(machine).collect() == ["connected": false])
        #expect(await BluetoothFacts(machine).collect() == ["supported": false])
        #expect(await NetworkFacts(PretendMachine(files: [:])).collect().isEmpty)
    }

    @Test("this machine has a profile too, with an identifier that stays")
    func real() async throws {
        let device = try Self.device()
        let profile = try await DeviceProfiler(on: device).profile()
        #expect(profile.metadata?["platform"]?["platform"] != nil && profile.metadata?["telephony"] == nil && profile.location == nil)
        #expect(profile.identifier.utf8.count == 40 && profile.version == "1.0")
        #expect(try await DeviceProfiler(on: device).profile(metadata: false).identifier == profile.identifier)
        #expect(try await DeviceProfiler(on: Self.device()).profile().identifier != profile.identifier)
    }

    @Test("what is asked is answered, and no more")
    func answers() async throws {
        let profiler = DeviceProfiler(on: try Self.device(), collectors: [Shoes()], location: FixedLocation(Self.paris))
        for (metadata, location) in [(true, true), (true, false), (false, true), (false, false)] {
            let text = try #require(await profiler.answer(DeviceProfileQuestion(metadata: metadata, location: location)))
            let json = try JSONValue(parsing: text)
            #expect((json["metadata"] == ["shoes": ["size": 42]]) == metadata && (json["location"]?["latitude"] == 48.85) == location)
            #expect(json["version"] == "1.0")
        }
        let shy = DeviceProfiler(on: try Self.device(), collectors: [], location: FixedLocation(nil))
        #expect(
            try JSONValue(parsing: try #require(await shy.answer(DeviceProfileQuestion(metadata: true, location: true))))["location"] == nil
        )
    }

    private static func device() throws -> Device {
        let time = ManualTime()
        return Device(transport: try ScriptedServer(time: time), store: InMemoryStore(), time: time, random: SeededRandom(seed: 1))
    }
}

private struct Shoes: ProfileCollector {
    let name = "shoes"
    func collect() async -> JSONObject { ["size": 42] }
}
