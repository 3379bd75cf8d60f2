internal import Primitives
internal import Store

/// The parameters of one statement as libpq takes them: numbers and texts as text, bytes as they are. They lie one behind the other in memory
/// that is overwritten afterwards.
final class ParameterBuffer {
    private let bytes: UnsafeMutableRawBufferPointer
    private var used = 0
    private var places: [Int?] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []

    /// - Throws: ``DatabaseError/Code/invalidText`` for a text with a NUL character.
    init(_ values: [SQLValue]) throws(DatabaseError) {
        for case .text(let text) in values where text.utf8.contains(0) {
            throw DatabaseError(.invalidText, "a text with a NUL character, which no engine stores faithfully")
        }
        bytes = .allocate(byteCount: values.reduce(1) { $0 + Self.room(for: $1) }, alignment: 1)
        for value in values { append(value) }
    }

    deinit {
        bytes[..<used].initializeMemory(as: UInt8.self, repeating: 0)
        bytes.deallocate()
    }

    /// Runs `body` with the number of parameters, their addresses, lengths and formats.
    func withPointers<Result>(
        _ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Result
    ) -> Result {
        let pointers = places.map { place in
            place.flatMap { place in bytes.baseAddress.map { UnsafePointer(($0 + place).assumingMemoryBound(to: CChar.self)) } }
        }
        return pointers.withUnsafeBufferPointer { pointers in
            lengths.withUnsafeBufferPointer { lengths in
                formats.withUnsafeBufferPointer { formats in
                    body(Int32(clamping: pointers.count), pointers.baseAddress, lengths.baseAddress, formats.baseAddress)
                }
            }
        }
    }

    private func append(_ value: SQLValue) {
        switch value {
        case .null: note(nil, length: 0, format: 0)
        case .integer(let number): append(text: "\(number)")
        case .real(let number): append(text: "\(number)")
        case .text(let text): append(text: text)
        case .blob(let blob): blob.withUnsafeBytes { append($0, format: 1) }
        }
    }

    private func append(text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0), format: 0) }
    }

    /// Copies bytes, with a NUL behind them: the end of a text, and an address for a value without bytes, which libpq would take for a null.
    private func append(_ source: UnsafeRawBufferPointer, format: Int32) {
        note(used, length: Int32(clamping: source.count), format: format)
        UnsafeMutableRawBufferPointer(rebasing: bytes[used..<used + source.count]).copyMemory(from: source)
        bytes[used + source.count] = 0
        used += source.count + 1
    }

    private func note(_ place: Int?, length: Int32, format: Int32) {
        places.append(place)
        lengths.append(length)
        formats.append(format)
    }

    /// The bytes that a value takes at most.
    private static func room(for value: SQLValue) -> Int {
        switch value {
        case .null: 0
        case .integer, .real: 33
        case .text(let text): text.utf8.count + 1
        case .blob(let bytes): bytes.count + 1
        }
    }
}
