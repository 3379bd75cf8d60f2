/// An attribute of the device that payloads may have. Other attributes are not sent: the machine's own name, say, often holds its owner's.
public enum DeviceAttribute: String, Sendable, CaseIterable {
    /// The system, its version, and the language and time zone that it is set to.
    case osName = "OS_NAME", osVersion = "OS_VERSION", locale = "LOCALE", timeZone = "TIME_ZONE"
    /// The device's maker, model and kind.
    case brand = "BRAND", model = "MODEL", deviceKind = "DEVICE_KIND", manufacturer = "MANUFACTURER", architecture = "ARCHITECTURE"
    /// The numbers of the hardware: processors, memory and storage in MB, pixels, cameras.
    case processors = "CPU_COUNT", memory = "MEMORY", storage = "STORAGE", screenWidth = "SCREEN_WIDTH", screenHeight = "SCREEN_HEIGHT",
        cameras = "CAMERA_COUNT"
    /// The text by which the app names itself to servers, and the carrier's country.
    case userAgent = "USER_AGENT", carrierCountry = "CARRIER_COUNTRY"
    /// Whether there is Bluetooth.
    case bluetooth = "BLUETOOTH"
    /// The tampering that was noticed, in thousandths.
    case tampering = "TAMPERING"

    /// The place of the attribute in a device's profile (`docs/protocols/step-protocol.md` 9).
    public var profilePath: [String] {
        switch self {
        case .osName: ["platform", "platform"]
        case .osVersion: ["platform", "version"]
        case .locale: ["platform", "locale"]
        case .timeZone: ["platform", "timeZone"]
        case .brand: ["platform", "brand"]
        case .model: ["platform", "model"]
        case .deviceKind: ["platform", "device"]
        case .manufacturer: ["hardware", "manufacturer"]
        case .architecture: ["hardware", "hardware"]
        case .processors: ["hardware", "cpu"]
        case .memory: ["hardware", "memory"]
        case .storage: ["hardware", "storage"]
        case .screenWidth: ["hardware", "display", "width"]
        case .screenHeight: ["hardware", "display", "height"]
        case .cameras: ["hardware", "camera", "numberOfCameras"]
        case .userAgent: ["browser", "userAgent"]
        case .carrierCountry: ["telephony", "networkCountryIso"]
        case .bluetooth: ["bluetooth", "supported"]
        case .tampering: ["platform", "jailBreakScore"]
        }
    }
}
