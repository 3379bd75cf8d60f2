/// A portion of a quota that a node wants of the database.
struct QuotaClaim<Source: QuotaSource>: Sendable {
    /// The part of a limit that a node takes at once.
    private static var portion: Int { 10 }

    let source: Source
    let limit: Int
    /// The number that it lacks for the request at hand; below zero where it has taken more, under a higher limit, than it has used.
    let need: Int
    /// The number that it takes if there is as much.
    let want: Int
    /// All that it has of the source then.
    let whole: Int

    /// - Parameters:
    ///   - count: the number that the request at hand counts, which is within the limit with what was used.
    ///   - used: what was used here.
    ///   - held: what was taken before.
    init(_ source: Source, _ count: Int, of limit: Int, used: Int, held: Int) {
        self.source = source
        self.limit = limit
        need = used + count - held
        want = min(used + max(count, limit / Self.portion), limit) - held
        whole = held + want
    }
}
