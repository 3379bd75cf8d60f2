import Foundation

/// Phones that approve one challenge after another, each on a thread of its own.
struct BarePhones {
    private let phones: [BarePhone]

    /// Pairs so many.
    init(_ platform: Platform, count: Int) async throws {
        var phones: [BarePhone] = []
        for index in 0..<count { phones.append(try await BarePhone(platform, name: "bare\(index)")) }
        self.phones = phones
    }

    /// The number of challenges that they approve in so many seconds, all at once.
    func rate(seconds: Double) async throws -> (count: Int, seconds: Double) {
        let begun = ContinuousClock.now
        let end = begun.advanced(by: .seconds(seconds))
        let (counts, counted) = AsyncThrowingStream.makeStream(of: Int.self)
        for phone in phones {
            Thread.detachNewThread {
                do {
                    var count = 0
                    while ContinuousClock.now < end {
                        try phone.approve()
                        count += 1
                    }
                    counted.yield(count)
                } catch { counted.finish(throwing: error) }
            }
        }
        let count = try await counts.prefix(phones.count).reduce(0, +)
        return (count, (ContinuousClock.now - begun) / .seconds(1))
    }
}
