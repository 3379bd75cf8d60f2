/// The device profile that a run has collected.
package enum CollectedProfile {
    /// The key under which the collector leaves it for other nodes and scripts.
    package static let key = "forgeRock.device.profile"
}
