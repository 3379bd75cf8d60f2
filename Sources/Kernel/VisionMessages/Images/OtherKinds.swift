import Primitives

/// Files of other kinds than those that are taken: alone, and hidden in images.
enum OtherKinds {
    /// The refusal of a file that is no image that is taken.
    static func refusal(of bytes: FileBytes) -> ImageRefusal {
        if let name = name(of: bytes) { return .otherKind(name) }
        return ImageRefusal(.unknownKind, "The file is no image of a known kind; send the picture as JPEG or PNG.")
    }

    /// The beginnings of files, by their places.
    private static let beginnings: [(place: Int, bytes: [UInt8], name: String)] = [
        (0, Array("GIF8".utf8), "a GIF image"), (8, Array("WEBP".utf8), "a WebP image"), (0, Array("BM".utf8), "a BMP image"),
        (0, [0x49, 0x49, 0x2A, 0], "a TIFF image"), (0, [0x4D, 0x4D, 0, 0x2A], "a TIFF image"), (0, [0xFF, 0x0A], "a JPEG XL image"),
        (4, Array("JXL ".utf8), "a JPEG XL image"), (4, Array("jP  ".utf8), "a JPEG 2000 image"), (0, [0x50, 0x4B, 3, 4], "a ZIP archive"),
        (0, [0x7F, 0x45, 0x4C, 0x46], "a program"), (0, Array("MZ".utf8), "a program"), (0, Array("#!".utf8), "a program"),
        (0, Array("Rar!".utf8), "a RAR archive"), (0, [0x37, 0x7A, 0xBC, 0xAF], "a 7z archive"), (0, [0x1F, 0x8B], "a gzip file"),
        (0, Array("%!PS".utf8), "a PostScript document"),
    ]

    private static func name(of bytes: FileBytes) -> String? {
        if bytes.contains("%PDF-", within: 1024) { return "a PDF document" }
        if bytes.has("ftyp", at: 4) { return nameOfBrand(bytes) }
        for beginning in beginnings where bytes.rest(from: beginning.place).starts(with: beginning.bytes) { return beginning.name }
        return nameOfMarkup(bytes)
    }

    /// The kind of file in ISO base media boxes (ISO/IEC 14496-12 4.3), by its brand.
    private static func nameOfBrand(_ bytes: FileBytes) -> String {
        for brand: StaticString in ["avif", "avis"] where bytes.has(brand, at: 8) { return "an AVIF image" }
        for brand: StaticString in ["heic", "heix", "hevc", "heim", "heis", "mif1", "msf1"] where bytes.has(brand, at: 8) {
            return "an HEIC image"
        }
        return "a film"
    }

    private static func nameOfMarkup(_ bytes: FileBytes) -> String? {
        var place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while let byte = bytes.byte(at: place), [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
        guard bytes.has("<", at: place) else { return nil }
        return bytes.contains("<svg", within: 4096) ? "an SVG drawing" : "a text with markup"
    }

    /// Refuses an image in which a reader of other files finds one of them.
    static func refuseHidden(in bytes: FileBytes) throws(ImageRefusal) {
        if bytes.contains("%PDF-", within: 1024) { throw .twoKinds("a PDF document") }
        if endsAsArchive(bytes) { throw .twoKinds("a ZIP archive") }
    }

    /// Refuses what stands after a JPEG image's end when it is a file of another kind. Phones put previews, depth and films' frames there,
    /// which are dropped.
    static func refuseAppended(_ rest: FileBytes) throws(ImageRefusal) {
        var place = 0
        while rest.byte(at: place) == 0 { place += 1 }
        let file = rest.rest(from: place)
        guard !file.has("ftyp", at: 4), let name = name(of: file) else { return }
        throw .twoKinds(name)
    }

    /// Whether the file ends by the record that ends a ZIP archive (APPNOTE 4.3.16), whose comment lasts to the end.
    private static func endsAsArchive(_ bytes: FileBytes) -> Bool {
        let (record, longest) = (22, 22 + 0xFFFF)
        var place = max(0, bytes.count - longest)
        while let found = bytes.next(0x50, from: place), found <= bytes.count - record {
            if bytes.has("PK\u{5}\u{6}", at: found), bytes.number(at: found + 20, bytes: 2, isLittle: true) == bytes.count - found - record
            {
                return true
            }
            place = found + 1
        }
        return false
    }
}
