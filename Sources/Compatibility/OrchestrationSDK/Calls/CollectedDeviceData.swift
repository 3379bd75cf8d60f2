import Primitives

/// The device data that the SDK collects, by the names that the server knows (docs/orchestration.md). The machine's own name, which often holds its
/// owner's, isn't among them, nor is what needs a permission.
struct CollectedDeviceData {
    private static let names: [(member: String, path: [String])] = [
        ("platform", ["platform", "platform"]), ("osVersion", ["platform", "version"]), ("model", ["platform", "model"]),
        ("brand", ["platform", "brand"]), ("kind", ["platform", "device"]), ("manufacturer", ["hardware", "manufacturer"]),
        ("architecture", ["hardware", "hardware"]), ("processors", ["hardware", "cpu"]), ("memory", ["hardware", "memory"]),
        ("storage", ["hardware", "storage"]), ("screenWidth", ["hardware", "display", "width"]),
        ("screenHeight", ["hardware", "display", "height"]), ("cameras", ["hardware", "camera", "numberOfCameras"]),
    ]

    /// The data; those that the system doesn't tell are left out.
    let members: JSONObject

    /// Takes them from a device's profile.
    init(_ profile: JSONObject) {
        members = JSONObject(
            Self.names.compactMap { name, path in
                path.reduce(JSONValue.object(profile) as JSONValue?) { $0?[$1] }.map { (name, $0) }
            })
    }
}
