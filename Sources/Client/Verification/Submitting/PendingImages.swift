public import DeviceFoundation
public import Foundation
import Primitives

/// Keeps images between the begin of a submission and their upload, each sealed under a key that is in the store: what is kept here can't be
/// read by itself.
public protocol PendingImages: Sendable {
    /// Keeps a sealed image, durably when this returns.
    func write(_ sealed: [UInt8], _ id: UUID) async throws(StoreError)
    /// A sealed image; nil when there is none of this id.
    func read(_ id: UUID) async throws(StoreError) -> [UInt8]?
    /// Removes an image; removing none is no error.
    func delete(_ id: UUID) async throws(StoreError)
    /// The ids of all images.
    func ids() async throws(StoreError) -> [UUID]
}
