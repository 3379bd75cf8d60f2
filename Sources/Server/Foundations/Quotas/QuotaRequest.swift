/// The parts that something counts for, which are all within their limits or none is counted.
package struct QuotaRequest<Source: QuotaSource>: Sendable {
    /// A number that is counted for one source.
    package struct Part: Sendable {
        let source: Source
        /// The source that takes its place when no more are counted apart; nil where it isn't counted then.
        let substitute: Source?
        let count: Int
        let limit: Int
        /// The limit while the crowd's is used up.
        let share: Int

        /// - Parameters:
        ///   - substitute: the source that takes its place when no more are counted apart; nil where it isn't counted then.
        ///   - share: the limit while the crowd's is used up; nil for the same.
        package init(_ source: Source, or substitute: Source?, _ count: Int, of limit: Int, share: Int? = nil) {
            self.source = source
            self.substitute = substitute
            self.count = count
            self.limit = limit
            self.share = share ?? limit
        }
    }

    let parts: [Part]
    /// The part of all sources together. Beyond its limit nothing is refused, but each source has its share alone.
    let crowd: Part?

    package init(_ parts: [Part], amid crowd: Part? = nil) {
        self.parts = parts
        self.crowd = crowd
    }
}
