/// Something that was within its quotas and is counted.
package struct QuotaAdmission<Source: QuotaSource>: Sendable {
    struct Counted: Sendable {
        let source: Source
        let count: Int
    }

    /// The minute in which it is counted.
    let slot: Int64
    let counted: [Counted]
}
