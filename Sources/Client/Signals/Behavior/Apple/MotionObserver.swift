#if canImport(UIKit) && canImport(CoreMotion)
import CoreMotion
import Foundation

/// Observes the acceleration, ten times a second.
@MainActor
final class MotionObserver {
    private let manager = CMMotionManager()

    init(_ feed: BehaviorFeed) {
        guard manager.isAccelerometerAvailable else { return }
        manager.accelerometerUpdateInterval = 0.1
        // The handler runs on the queue: without the mark it would be taken for one of the main actor's.
        manager.startAccelerometerUpdates(to: OperationQueue()) { @Sendable data, _ in
            guard let data else { return }
            let acceleration = data.acceleration
            feed.noteAcceleration(x: acceleration.x, y: acceleration.y, z: acceleration.z, time: data.timestamp)
        }
    }

    func stop() { manager.stopAccelerometerUpdates() }
}
#endif
