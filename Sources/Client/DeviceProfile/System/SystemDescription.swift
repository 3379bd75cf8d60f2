/// The device as its system describes it, where files don't: Apple's.
package struct SystemDescription: Sendable {
    /// A screen: its size in points, and whether it is upright.
    package struct Display: Sendable {
        package let width, height: Int
        package let isPortrait: Bool

        package init(width: Int, height: Int, isPortrait: Bool) {
            self.width = width
            self.height = height
            self.isPortrait = isPortrait
        }
    }

    /// The system and its version: `iOS`, `17.4.1`.
    package let platform, version: String
    /// The kind of device: `iPhone`, `iPad`, `Mac`.
    package let kind: String
    /// The user's name for the device, or its kind where the system keeps that from apps.
    package let name: String
    /// The maker's number of the model: `iPhone15,2`; nil for that of the kernel.
    package let model: String?
    package let maker: String
    /// nil without a screen.
    package let display: Display?
    /// nil where the system isn't asked.
    package let cameras: Int?
    package let multitasks: Bool

    package init(
        platform: String, version: String, kind: String, name: String, model: String? = nil, maker: String = "Apple", display: Display?,
        cameras: Int?, multitasks: Bool = true
    ) {
        self.platform = platform
        self.version = version
        self.kind = kind
        self.name = name
        self.model = model
        self.maker = maker
        self.display = display
        self.cameras = cameras
        self.multitasks = multitasks
    }
}
