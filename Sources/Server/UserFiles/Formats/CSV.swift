import PasswordHashes
package import Primitives

/// Comma-separated values (RFC 4180) with a header of the columns' names, which are the single members of a record (``UserFileRecord/Member``)
/// and
/// `attributes.NAME` for any attribute of the realm's schema. Commas, semicolons, tabs and vertical bars separate cells.
struct CSVFormat: RecordFormat {
    private let hashFormat: HashFormat?
    private var separator = UInt8(ascii: ",")
    private var columns: [String]?
    var awaitsHeader: Bool { columns == nil }

    init(hashFormat: HashFormat?) { self.hashFormat = hashFormat }

    mutating func read(_ record: RawRecord) throws(RecordError) -> RecordReading.Result {
        guard let columns else {
            try readHeader(record.bytes)
            return .skipped("header")
        }
        let cells = try CSV.cells(record.bytes, separator)
        guard cells.count == columns.count else {
            throw RecordError(nil, "the row has \(cells.count) cells, and the header \(columns.count)")
        }
        var (json, attributes) = (JSONObject(), JSONObject())
        for (column, cell) in zip(columns, cells) where !cell.isEmpty {
            if column.hasPrefix(Self.attributePrefix) {
                attributes[String(column.dropFirst(Self.attributePrefix.count))] = .string(cell)
            } else {
                json[column] = .string(cell)
            }
        }
        if !attributes.isEmpty { json[UserFileRecord.Member.attributes.rawValue] = .object(attributes) }
        return .user(try UserFileRecord(json: json, hashFormat: hashFormat))
    }

    private mutating func readHeader(_ bytes: [UInt8]) throws(RecordError) {
        separator = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }.max { count($0, bytes) < count($1, bytes) } ?? separator
        let names = try CSV.cells(bytes, separator).map { $0.trimmed }
        for name in names {
            let isKnown =
                UserFileRecord.Member(exactly: name).map(\.isSingle) ?? (name.hasPrefix(Self.attributePrefix) && name.utf8.count <= 128)
            guard isKnown else {
                let known = UserFileRecord.Member.allCases.filter(\.isSingle).map(\.rawValue)
                throw RecordError(unknown: name, among: known, "there is no such column", others: "attributes.NAME")
            }
        }
        guard Set(names).count == names.count else { throw RecordError(nil, "the header names a column twice") }
        columns = names
    }

    private func count(_ byte: UInt8, _ bytes: [UInt8]) -> Int { bytes.count { $0 == byte } }

    private static let attributePrefix = "attributes."
}

extension String {
    fileprivate var trimmed: String {
        let space: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        return String(own: utf8.drop(while: space).reversed().drop(while: space).reversed())
    }
}

/// The rows of CSV.
enum CSV {
    /// The cells of a row.
    static func cells(_ row: [UInt8], _ separator: UInt8) throws(RecordError) -> [String] {
        var cells: [String] = []
        var (cell, position) = ([UInt8](), 0)
        let quote = UInt8(ascii: "\"")
        func finish() throws(RecordError) {
            guard let text = String(foreign: cell) else { throw RecordError(nil, "cell \(cells.count + 1) isn't text in UTF-8") }
            guard cells.count < 1_000 else { throw RecordError(nil, "the row has more than 1000 cells") }
            cells.append(text)
            cell.removeAll(keepingCapacity: true)
        }
        while position < row.count {
            if cell.isEmpty, row[position] == quote {
                position += 1
                while position < row.count {
                    if row[position] == quote {
                        guard position + 1 < row.count, row[position + 1] == quote else { break }
                        position += 1
                    }
                    cell.append(row[position])
                    position += 1
                }
                guard position < row.count, position + 1 == row.count || row[position + 1] == separator else {
                    throw RecordError(nil, "a quotation mark in cell \(cells.count + 1) isn't closed, or text follows it")
                }
                position += 1
            }
            if position < row.count, row[position] != separator {
                guard row[position] != quote else { throw RecordError(nil, "a quotation mark stands within cell \(cells.count + 1)") }
                cell.append(row[position])
            } else if position < row.count {
                try finish()
            }
            position += 1
        }
        try finish()
        return cells
    }

    /// A row of cells, in quotation marks where they need them.
    static func row(_ cells: [String]) -> [UInt8] {
        var row: [UInt8] = []
        for (index, cell) in cells.enumerated() {
            if index > 0 { row.append(UInt8(ascii: ",")) }
            let needsMarks = cell.utf8.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 0x0A || $0 == 0x0D }
            guard needsMarks else {
                row.append(contentsOf: cell.utf8)
                continue
            }
            row.append(UInt8(ascii: "\""))
            for byte in cell.utf8 { row.append(contentsOf: byte == UInt8(ascii: "\"") ? [byte, byte] : [byte]) }
            row.append(UInt8(ascii: "\""))
        }
        return row
    }
}

extension UserFileRecord {
    /// The header of the rows that ``csvRow(_:)`` writes.
    package static var csvHeader: [UInt8] { CSV.row(Member.allCases.filter(\.isSingle).map(\.rawValue)) }

    /// A record in JSON as a row: its single members.
    package static func csvRow(_ json: JSONObject) -> [UInt8] {
        CSV.row(
            Member.allCases.filter(\.isSingle).map { member in
                switch json[member.rawValue] {
                case .string(let text): text
                case nil, .null: ""
                case .some(let value): value.text
                }
            })
    }
}
