import Primitives

/// The way in which a product writes its users.
protocol RecordFormat: Sendable {
    /// Reads a record.
    /// - Throws: ``RecordError``.
    mutating func read(_ record: RawRecord) throws(RecordError) -> RecordReading.Result
    /// True when the next record is a header, without which none after it can be read.
    var awaitsHeader: Bool { get }
}

extension RecordFormat {
    var awaitsHeader: Bool { false }
}

extension RecordReading {
    enum Result: Sendable {
        case user(UserFileRecord)
        /// A record that isn't to become a user, by the name of its kind.
        case skipped(String)
    }
}

/// The format of objects in JSON each of which is read by itself.
struct JSONFormat: RecordFormat {
    let user: @Sendable (JSONObject) throws(RecordError) -> RecordReading.Result

    func read(_ record: RawRecord) throws(RecordError) -> RecordReading.Result { try user(try RecordReading.object(record.bytes)) }
}
