public import DeviceFoundation
public import Foundation
import Primitives

/// Keeps sealed images in memory: for tests, and for apps that would rather take the pictures again than keep them.
public final class PendingImageMemory: PendingImages {
    private let kept = Lock<[UUID: [UInt8]]>([:])

    /// Makes a memory without images.
    public init() {}

    /// Keeps an image.
    public func write(_ sealed: [UInt8], _ id: UUID) async throws(StoreError) { kept.withLock { $0[id] = sealed } }
    /// An image; nil when there is none of this id.
    public func read(_ id: UUID) async throws(StoreError) -> [UInt8]? { kept.withLock { $0[id] } }
    /// Removes an image.
    public func delete(_ id: UUID) async throws(StoreError) { kept.withLock { _ = $0.removeValue(forKey: id) } }
    /// The ids of all images.
    public func ids() async throws(StoreError) -> [UUID] { kept.withLock { Array($0.keys) } }
}
