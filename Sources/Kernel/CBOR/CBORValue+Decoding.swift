extension CBORValue {
    /// Reads bytes that are one item and nothing else.
    ///
    /// - Parameters:
    ///   - bytes: the bytes, of any origin.
    ///   - form: by default, lengths must be definite; the order of keys and the width of numbers don't matter.
    ///   - limits: by default 64 KiB, 16 levels and 4096 items.
    /// - Throws: ``CBORError``, which says where.
    public init(
        decoding bytes: some Sequence<UInt8>, form: CBORForm = .definite, limits: CBORLimits = CBORLimits()
    ) throws(CBORError) {
        var reader = CBORReader(Array(bytes), form: form, limits: limits)
        self = try reader.onlyItem()
    }

    /// Reads the item that bytes begin with, and says how many bytes it takes; others may follow (RFC 8742).
    ///
    /// Throws ``CBORError``.
    public static func first(
        in bytes: some Sequence<UInt8>, form: CBORForm = .definite, limits: CBORLimits = CBORLimits()
    ) throws(CBORError) -> (value: CBORValue, length: Int) {
        var reader = CBORReader(Array(bytes), form: form, limits: limits)
        return (try reader.firstItem(), reader.position)
    }
}
