import Synchronization

/// The pictures that the page sends at once, which are in memory as a whole: their number is bounded.
final class PictureRooms: Sendable {
    /// The number of pictures at once, each up to three times 8 MiB.
    private static let most = 12

    private let taken = Mutex(0)

    /// Makes room for a picture; nil when there is none.
    func enter() -> PictureRoom? {
        let isThere = taken.withLock { taken in
            guard taken < Self.most else { return false }
            taken += 1
            return true
        }
        return isThere ? PictureRoom(rooms: self) : nil
    }

    fileprivate func leave() { taken.withLock { $0 -= 1 } }
}

/// The room of one picture.
package struct PictureRoom: Sendable {
    fileprivate let rooms: PictureRooms

    /// Gives the room back; once.
    package func leave() { rooms.leave() }
}
