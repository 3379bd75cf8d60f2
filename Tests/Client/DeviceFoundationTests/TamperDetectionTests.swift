import DeviceFoundation
import Testing

@Suite("Signs of tampering")
struct TamperDetectionTests {
    /// A system of which a test says everything.
    struct ToldSystem: TamperedSystem {
        var texts: [String: String] = [:]
        var files: Set<String> = []
        var variables: [String: String] = [:]
        var user: UInt32 = 1000
        var libraries: [String] = ["/usr/lib/libSystem.B.dylib"]

        func text(of path: String) -> String? { texts[path] }
        func exists(_ path: String) -> Bool { files.contains(path) }
        func variable(_ name: String) -> String? { variables[name] }
    }

    private static let all: [any TamperDetector] = [
        DebuggerDetector(), PreloadDetector(), RootDetector(), ContainerDetector(), EmulatorDetector(), JailbreakDetector(),
    ]

    static let signs: [(ToldSystem, finding: String, score: Double)] = [
        (ToldSystem(texts: ["/proc/self/status": "Name:\tapp\nTracerPid:\t4711\nUid:\t1000"]), "debugger", 1),
        (ToldSystem(variables: ["LD_PRELOAD": "/tmp/hook.so"]), "preload", 1),
        (ToldSystem(texts: ["/etc/ld.so.preload": "/usr/lib/hook.so\n"]), "preload", 1),
        (ToldSystem(libraries: ["/usr/lib/libSystem.B.dylib", "/var/jb/usr/lib/TweakInject.dylib"]), "preload", 1),
        (ToldSystem(user: 0), "root", 0.5),
        (ToldSystem(files: ["/.dockerenv"]), "container", 0.5),
        (ToldSystem(texts: ["/proc/1/cgroup": "0::/kubepods/burstable/pod1"]), "container", 0.5),
        (ToldSystem(texts: ["/sys/class/dmi/id/sys_vendor": "QEMU\n"]), "emulator", 0.5),
        (ToldSystem(files: ["/var/jb"]), "jailbreak", 1),
    ]

    @Test("each sign is noticed by its detector alone", arguments: signs.indices)
    func noticed(_ index: Int) {
        let (system, finding, score) = Self.signs[index]
        let result = TamperDetection(Self.all, on: system).look()
        #expect(result.findings == [finding] && result.score == score)
    }

    @Test("a sound system shows none, and of several the worst counts")
    func several() {
        let sound = ToldSystem(
            texts: ["/proc/self/status": "TracerPid:\t0\n", "/etc/ld.so.preload": "\n", "/proc/1/cgroup": "0::/init.scope"],
            variables: ["LD_PRELOAD": ""])
        #expect(TamperDetection(Self.all, on: sound).look() == TamperDetection(Self.all, on: ToldSystem()).look())
        #expect(TamperDetection(Self.all, on: sound).look().findings.isEmpty)
        let result = TamperDetection(Self.all, on: ToldSystem(variables: ["LD_PRELOAD": "x"], user: 0)).look()
        #expect(result.findings == ["preload", "root"] && result.score == 1)
    }

    @Test("the running system answers")
    func running() { #expect((0...1).contains(TamperDetection().look().score)) }
}
