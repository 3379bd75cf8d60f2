import IdentityDocuments
import Primitives

extension DocumentZone {
    /// The least logarithm that is sent: less is as good as impossible.
    package static let leastLogarithm = -1000.0
    private static let corners = 4

    var json: JSONValue {
        var object: JSONObject = [
            "format": .string(format.rawValue), "lines": .array(lines.map { .string($0) }),
            "candidates": .array(cells.map { line in .array(line.map(\.json)) }), "logPosterior": .number(logPosterior),
            "upsideDown": .bool(isUpsideDown), "corners": PixelPoint.json(corners),
        ]
        object["refusal"] = refusal.map { .string($0.rawValue) }
        return .object(object)
    }

    init(_ fields: MessageFields) throws(VisionMessageError) {
        let malformed = VisionMessageError(.malformed, "a zone that is of no format")
        guard let format = ZoneFormat(exactly: try fields.text("format", upTo: 10)) else { throw malformed }
        let lines = try fields.texts("lines", count: format.lines, upTo: format.columns)
        let candidates = try fields.arrays("candidates", count: format.lines)
        var cells: [[Cell]] = []
        for (line, candidates) in zip(lines, candidates) {
            guard line.utf8.count == format.columns, candidates.count == format.columns else { throw malformed }
            var row: [Cell] = []
            for (byte, json) in zip(line.utf8, candidates) { row.append(try Cell(byte, json)) }
            cells.append(row)
        }
        let refusal = fields.has("refusal") ? Refusal(exactly: try fields.text("refusal", upTo: 20)) : nil
        guard refusal != nil || !fields.has("refusal") else { throw malformed }
        self.init(
            format, cells: cells, logPosterior: try fields.number("logPosterior", in: Self.leastLogarithm...0), refusal: refusal,
            isUpsideDown: try fields.flag("upsideDown"), corners: try PixelPoint.read(fields, "corners", count: Self.corners))
    }
}

extension DocumentZone.Cell {
    /// The characters and logarithms in turn.
    fileprivate var json: JSONValue {
        .array(candidates.flatMap { [.string($0.character.description), .number($0.logProbability)] })
    }

    fileprivate init(_ byte: UInt8, _ json: JSONValue) throws(VisionMessageError) {
        let malformed = VisionMessageError(.malformed, "a cell of a zone that is out of bounds")
        guard let character = ZoneCharacter(ascii: byte), let parts = json.array, parts.count.isMultiple(of: 2),
            1...DocumentZone.candidates ~= parts.count / 2
        else { throw malformed }
        var candidates: [ZoneCandidate] = []
        for place in stride(from: 0, to: parts.count, by: 2) {
            guard let text = parts[place].string?.utf8, text.count == 1, let candidate = text.first.flatMap(ZoneCharacter.init(ascii:)),
                let logarithm = parts[place + 1].number, DocumentZone.leastLogarithm...0 ~= logarithm
            else { throw malformed }
            candidates.append(ZoneCandidate(candidate, logProbability: logarithm))
        }
        self.init(character, candidates: candidates)
    }
}
