import Primitives

/// A PNG with the chunks that make its picture, and no others (PNG, third edition, §5).
enum CleanPNG {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// Header, palette, transparency, picture, end.
    private static let kept = Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"].map { Array($0.utf8) })
    private static let (header, end) = (Array("IHDR".utf8), Array("IEND".utf8))
    private static let largestSide = 2048

    static func bytes(of file: [UInt8]) throws(LookImage.Refusal) -> [UInt8] {
        guard file.starts(with: signature) else { throw LookImage.Refusal(reason: "is no PNG") }
        var (place, clean, kinds) = (signature.count, signature, [[UInt8]]())
        while kinds.last != end {
            guard place + 12 <= file.count else { throw LookImage.Refusal(reason: "is a PNG that is cut off") }
            let length = number(file, place)
            guard length <= file.count - place - 12 else { throw LookImage.Refusal(reason: "is a PNG that is cut off") }
            let kind = Array(file[(place + 4)..<(place + 8)])
            if kinds.isEmpty {
                guard kind == header, length == 13, (1...largestSide).contains(number(file, place + 8)),
                    (1...largestSide).contains(number(file, place + 12))
                else { throw LookImage.Refusal(reason: "is no PNG of 1 to \(largestSide) pixels a side") }
            }
            if kept.contains(kind) { clean += file[place..<(place + length + 12)] }
            kinds.append(kind)
            place += length + 12
        }
        return clean
    }

    private static func number(_ file: [UInt8], _ place: Int) -> Int { file[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } }
}
