import Primitives

/// Another process traces this one.
public struct DebuggerDetector: TamperDetector {
    /// The finding's name, `debugger`.
    public let name = "debugger"
    /// Makes the detector, which has no settings.
    public init() {}

    /// The score: 1 when `/proc/self/status` names a tracing process, else 0.
    public func score(on system: any TamperedSystem) -> Double {
        let line = system.text(of: "/proc/self/status")?.split(separator: "\n").first { $0.hasPrefix("TracerPid:") }
        guard let tracer = line?.split(whereSeparator: \.isWhitespace).last else { return 0 }
        return tracer == "0" ? 0 : 1
    }
}

/// A library is loaded into this process that isn't the app's.
public struct PreloadDetector: TamperDetector {
    /// The finding's name, `preload`.
    public let name = "preload"
    /// Makes the detector, which has no settings.
    public init() {}

    /// Parts of the names of libraries that change other apps, in lower case.
    private static let tools = [
        "substrate", "tweakinject", "substitute", "libhooker", "ellekit", "frida", "cynject", "sslkillswitch", "shadow.dylib", "abypass",
        "systemhook",
    ]

    /// The score: 1 when the environment or `/etc/ld.so.preload` names a library, or one that changes other apps is loaded, else 0.
    public func score(on system: any TamperedSystem) -> Double {
        let loaded = system.libraries.map { $0.split(separator: "/").last?.lowercased() ?? "" }
        if loaded.contains(where: { name in Self.tools.contains(where: name.contains) }) { return 1 }
        let names = ["LD_PRELOAD", "LD_AUDIT", "DYLD_INSERT_LIBRARIES"]
        let isNamed = names.contains { system.variable($0)?.isEmpty == false }
        return isNamed || system.text(of: "/etc/ld.so.preload")?.contains(where: { !$0.isWhitespace }) == true ? 1 : 0
    }
}

/// The process runs as the superuser.
public struct RootDetector: TamperDetector {
    /// The finding's name, `root`.
    public let name = "root"
    /// Makes the detector, which has no settings.
    public init() {}

    /// The score: 0.5 when the process has the user id 0, else 0.
    public func score(on system: any TamperedSystem) -> Double { system.user == 0 ? 0.5 : 0 }
}

/// The process runs in a container, whose files another system can change.
public struct ContainerDetector: TamperDetector {
    /// The finding's name, `container`.
    public let name = "container"
    /// Makes the detector, which has no settings.
    public init() {}

    /// The score: 0.5 when a container's files or control groups are found, else 0.
    public func score(on system: any TamperedSystem) -> Double {
        if ["/.dockerenv", "/run/.containerenv"].contains(where: system.exists) { return 0.5 }
        let groups = system.text(of: "/proc/1/cgroup") ?? ""
        return ["docker", "kubepods", "containerd", "lxc"].contains(where: groups.contains) ? 0.5 : 0
    }
}

/// The machine is a virtual one.
public struct EmulatorDetector: TamperDetector {
    /// The finding's name, `emulator`.
    public let name = "emulator"
    /// Makes the detector, which has no settings.
    public init() {}

    /// The score: 0.5 when the machine's maker or product is that of a virtual machine, else 0.
    public func score(on system: any TamperedSystem) -> Double {
        let machine = ["product_name", "sys_vendor"].compactMap { system.text(of: "/sys/class/dmi/id/\($0)") }.joined(separator: " ")
        return ["QEMU", "KVM", "VirtualBox", "VMware", "Bochs", "Virtual Machine", "Firecracker"].contains(where: machine.contains)
            ? 0.5 : 0
    }
}

/// The system's protection was taken off, by the files that this leaves (iOS).
public struct JailbreakDetector: TamperDetector {
    /// The finding's name, `jailbreak`.
    public let name = "jailbreak"
    private static let traces = [
        "/Applications/Cydia.app", "/Applications/Sileo.app", "/Library/MobileSubstrate/MobileSubstrate.dylib", "/var/jb", "/bin/bash",
        "/usr/sbin/sshd", "/etc/apt", "/private/var/lib/apt",
    ]
    /// Makes the detector, which has no settings.
    public init() {}

    /// The score: 1 when a file that a jailbreak leaves exists, else 0.
    public func score(on system: any TamperedSystem) -> Double { Self.traces.contains(where: system.exists) ? 1 : 0 }
}
