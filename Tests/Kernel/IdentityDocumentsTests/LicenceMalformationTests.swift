import IdentityDocuments
import Primitives
import Testing

/// Each malformation that occurs on cards or comes from scanners: the payload is read as without it, and the deviation is reported.
@Suite("Malformed payloads")
struct LicenceMalformationTests {
    /// Reads the payload with a change, and compares its values with the original's.
    private func check(
        _ kinds: Set<LicenceFindingKind>, in name: String = "v08-A", sourceLocation: SourceLocation = #_sourceLocation,
        _ change: ([UInt8]) -> [UInt8]
    ) throws {
        let original = try LicencePayload(parsing: LicenceSpecimen.named(name))
        let changed = try LicencePayload(parsing: change(LicenceSpecimen.named(name)))
        #expect(changed.kinds.subtracting(original.kinds) == kinds, sourceLocation: sourceLocation)
        #expect(changed.data == original.data, sourceLocation: sourceLocation)
    }

    /// Reads the payload with one text in place of another.
    private func changed(_ old: String, to new: String, in name: String = "v08-A") throws -> LicencePayload {
        try LicencePayload(parsing: replacing(old, with: new, in: LicenceSpecimen.named(name)))
    }

    // MARK: - 1-4: header

    @Test("1: a byte order mark, and blanks, before the indicator", arguments: [[0xEF, 0xBB, 0xBF], [0x20, 0x20]] as [[UInt8]])
    func leading(bytes: [UInt8]) throws { try check([.leadingBytes]) { bytes + $0 } }

    @Test(
        "1: control characters around every field, as bytes and as UTF-8", arguments: [[0x9C], [0x80], [0xC2, 0x85], [0x1C]] as [[UInt8]])
    func controls(bytes: [UInt8]) throws {
        try check([.controlCharacters]) { payload in payload.flatMap { $0 == 0x0A ? bytes + [$0] + bytes : [$0] } }
    }

    @Test("1: halves of control characters in UTF-8 before separators")
    func mojibake() throws {
        try check([.controlCharacters]) { payload in payload.flatMap { [0x0A, 0x0D, 0x1E].contains($0) ? [0xC2, $0] : [$0] } }
    }

    @Test("2: the record separator missing or replaced", arguments: ["", "6", "a", "ac", "|"])
    func recordSeparator(instead: String) throws {
        try check(instead.utf8.count == 1 ? [.recordSeparator] : [.recordSeparator, .offsetWrong] as Set<LicenceFindingKind>) {
            replacing("\u{1E}", with: instead, in: $0)
        }
    }

    @Test("2: the record separator replaced by a C1 character")
    func recordSeparatorC1() throws {
        try check([.recordSeparator, .controlCharacters, .offsetWrong]) { $0.map { $0 == 0x1E ? 0x9C : $0 } }
    }

    @Test("2: the carriage return missing, doubled, followed by junk", arguments: ["", "\r\r", "\rM"])
    func segmentTerminator(instead: String) throws {
        try check([.segmentTerminator, .offsetWrong]) { replacing("\r", with: instead, in: $0) }
    }

    @Test("2: junk behind the end")
    func trailing() throws { try check([.trailingBytes]) { $0 + Array("M".utf8) } }

    @Test("2: carriage returns before all line feeds")
    func lines() throws { try check([.carriageReturns]) { payload in payload.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] } } }

    @Test("2: bars for separators")
    func bars() throws {
        try check([.visibleSeparators, .finalTerminatorMissing]) { payload in payload.map { [0x0A, 0x0D, 0x1E].contains($0) ? 0x7C : $0 } }
    }

    @Test("3: the old file type, with blanks, and without its blank")
    func fileType() throws {
        try check([.oldFileType]) { replacing("ANSI ", with: "AAMVA", in: $0) }
        try check([.fileTypeBlanks, .offsetWrong]) { replacing("ANSI ", with: " ANSI  ", in: $0) }
        try check([.fileTypeBlanks, .offsetWrong]) { replacing("ANSI ", with: "ANSI", in: $0) }
        try check([.missingIndicator]) { replacing("@", with: "]", in: $0) }
    }

    @Test("4: the jurisdiction version isn't a number, or isn't there")
    func jurisdictionVersion() throws {
        try check([.jurisdictionVersion]) { replacing("0801", with: "08A ", in: $0) }
        try check([.jurisdictionVersionPresence, .offsetWrong]) { replacing("080102DL", with: "0802DL", in: $0) }
    }

    // MARK: - 5-8: directory and subfiles

    @Test("5: offsets of zero, of letters, off by one", arguments: ["0000", "abac", "0042", "0040", "9999"])
    func offsets(instead: String) throws {
        let kinds: Set<LicenceFindingKind> = instead == "abac" ? [.designatorUnreadable, .entryCount] : [.offsetWrong]
        let original = try LicencePayload(parsing: LicenceSpecimen.named("v08-A"))
        let read = try changed("DL0041", to: "DL\(instead)")
        #expect(read.kinds.isSuperset(of: kinds))
        #expect(read.data == original.data)
    }

    @Test("5: the offset of version 01 one too large, as if a byte followed the directory")
    func offset01() throws { try check([.offsetWrong], in: "v01-A") { replacing("DL0039", with: "DL0040", in: $0) } }

    @Test("5: a length one too long, with the next offset off by one")
    func length() throws {
        try check([.lengthWrong, .offsetWrong]) { replacing("DL00410242ZA0283", with: "DL00410243ZA0284", in: $0) }
        try check([.lengthWrong]) { replacing("DL00410242", with: "DL00410100", in: $0) }
    }

    @Test("5: two entries counted, one subfile there")
    func entries() throws { try check([.entryCount], in: "v09-B") { replacing("090001ID", with: "090002ID", in: $0) } }

    @Test("5: a second subfile of the directory that isn't there")
    func missing() throws {
        let read = try LicencePayload(parsing: replacing("ZAZAAX\n\r", with: "", in: LicenceSpecimen.named("v08-A")))
        #expect(read.kinds.contains(.subfileMissing) && read.subfiles.map(\.type) == ["DL"])
    }

    @Test("6: a subfile without its type")
    func typeless() throws {
        try check([.missingSubfileType, .lengthWrong, .offsetWrong]) { replacing("DLDAQ", with: "DAQ", in: $0) }
        try check([.missingSubfileType, .lengthWrong], in: "v11-A") { replacing("DLDAQ", with: "DAQ", in: $0) }
    }

    @Test("7: a line feed behind the subfile's type")
    func typeLine() throws { try check([.subfileTypeLine, .lengthWrong, .offsetWrong]) { replacing("DLDAQ", with: "DL\nDAQ", in: $0) } }

    @Test("8: no line feed before the end, no carriage return at it")
    func ends() throws {
        try check([.finalSeparatorMissing, .lengthWrong], in: "v11-A") { Array($0.dropLast(2)) + [0x0D] }
        try check([.finalTerminatorMissing, .lengthWrong], in: "v11-A") { Array($0.dropLast()) }
    }

    // MARK: - 9: elements

    @Test("9: the same element twice: the first with a value counts, and both are kept")
    func doubled() throws {
        let read = try changed("DCUJR\n", to: "DCU\nDCUJR\nDCUSR\n")
        #expect(read.data.name.suffix == "JR" && read.kinds.contains(.duplicateElement))
        #expect(read.subfiles[0].elements.filter { $0.id.text == "DCU" }.map(\.value) == ["", "JR", "SR"])
    }

    @Test("9: unknown elements are kept")
    func unknown() throws {
        let read = try changed("DCUJR\n", to: "DCUJR\nDXX1\n")
        #expect(read.kinds.contains(.unknownElement) && read.subfiles[0].elements.contains { $0.id.text == "DXX" && $0.value == "1" })
    }

    @Test("9: words in place of a value", arguments: ["NONE", "unavl", "unavail", "--", "N/A", "", "   "])
    func placeholders(word: String) throws {
        let read = try changed("DCUJR", to: "DCU\(word)")
        #expect(read.data.name.suffix.isEmpty && read.kinds.contains(word.isEmpty || word.first == " " ? .emptyElement : .placeholder))
    }

    @Test("9: values filled with blanks")
    func filled() throws {
        let read = try changed("DACROBIN", to: "DACROBIN          ")
        #expect(read.data.name.first == "ROBIN" && read.kinds.contains(.padding))
    }

    @Test("a part without an identifier")
    func unreadable() throws {
        let read = try changed("DCUJR\n", to: "DCUJR\n12345\n")
        #expect(read.kinds.contains(.unreadableElement) && read.data.name.suffix == "JR")
    }

    @Test("a social security number is dropped where it is met")
    func socialSecurity() throws {
        let read = try changed("DCUJR\n", to: "DCUJR\nDBK123456789\n")
        let element = try #require(read.subfiles[0].elements.first { $0.id.text == "DBK" })
        #expect(element.raw.isEmpty && element.value.isEmpty)
    }

    // MARK: - 10-12: dates, heights, weights

    @Test(
        "10: dates in the other order, with more behind, with separators",
        arguments: [
            ("19800229", .dateOrder), ("02291980REV", .dateTrailing), ("02/29/1980", .dateSeparators), ("02-29-1980", .dateSeparators),
        ] as [(String, LicenceFindingKind)])
    func dates(text: String, kind: LicenceFindingKind) throws {
        let read = try changed("DBB02291980", to: "DBB\(text)")
        #expect(read.data.birthDate == CalendarDate(year: 1980, month: 2, day: 29) && read.kinds.contains(kind))
    }

    @Test(
        "10: zeros are no date, and what isn't on the calendar is unreadable", arguments: ["00000000", "02301980", "0229198", "FEB 1980"])
    func noDates(text: String) throws {
        let read = try changed("DBB02291980", to: "DBB\(text)")
        #expect(read.data.birthDate == nil && read.kinds.contains(text == "00000000" ? .placeholder : .dateUnreadable))
    }

    @Test(
        "11: heights",
        arguments: [
            (" 70 IN", .inches(70), .heightForm), ("70 in", .inches(70), .heightForm), ("5'-09\"", .inches(69), .heightForm),
            ("509", .inches(69), .heightForm), ("175 in", .centimetres(175), .heightUnit), ("069 cm", .inches(69), .heightUnit),
            ("NONE", nil, .placeholder), ("999 in", nil, .heightUnreadable), ("tall", nil, .heightUnreadable),
        ] as [(String, LicenceHeight?, LicenceFindingKind)])
    func heights(text: String, height: LicenceHeight?, kind: LicenceFindingKind) throws {
        let read = try changed("DAU069 in", to: "DAU\(text)")
        #expect(read.data.height == height && read.kinds.contains(kind))
    }

    @Test(
        "12: weights",
        arguments: [
            ("75 KG", .kilograms(75), .weightForm), ("165 LB", .pounds(165), .weightForm), ("   ", nil, .emptyElement),
            ("heavy", nil, .weightUnreadable),
        ] as [(String, LicenceWeight?, LicenceFindingKind)])
    func weights(text: String, weight: LicenceWeight?, kind: LicenceFindingKind) throws {
        let read = try changed("DAW180", to: "DAW\(text)", in: "v10-A")
        #expect(read.data.weight == weight && read.kinds.contains(kind))
    }

    // MARK: - 13-18: codes, names, address, number

    @Test("13: colours", arguments: ["BRN", "BR", "BN", "BROWN", "Brown"])
    func colours(text: String) throws {
        let read = try changed("DAYGRN", to: "DAY\(text)")
        #expect(read.data.eyeColour == "BRO" && read.kinds.contains(.colourForm) && read.fields.formatted[.eyeColor] == "Brown")
    }

    @Test(
        "14: the sex by letter",
        arguments: [("M", DocumentSex.male), ("F", .female), ("X", .unspecified), ("0", .unspecified)] as [(String, DocumentSex)])
    func sexes(text: String, sex: DocumentSex) throws {
        let read = try changed("DBC1", to: "DBC\(text)")
        #expect(read.data.sex == sex && read.kinds.contains(.sexForm))
        #expect(try changed("DBC1", to: "DBCQ").kinds.contains(.sexUnreadable))
    }

    @Test("15: a middle initial in the first name")
    func middleInitial() throws {
        let read = try LicencePayload(
            parsing: replacing("DADAVERY", with: "DAD", in: replacing("DACROBIN", with: "DACROBIN Q", in: LicenceSpecimen.named("v08-A"))))
        #expect(read.data.name.first == "ROBIN" && read.data.name.middle == "Q" && read.kinds.contains(.middleInitialInFirstName))
    }

    @Test("15: given names by blanks, and a comma that tells one name of two words")
    func givenNames() throws {
        let blanks = try changed("DCTCASEY,LEE", to: "DCTCASEY LEE ANN", in: "v03-A")
        #expect(blanks.data.name.first == "CASEY" && blanks.data.name.middle == "LEE ANN" && blanks.kinds.contains(.givenNamesByBlanks))
        let comma = try changed("DCTCASEY,LEE", to: "DCTCASEY LEE,", in: "v03-A")
        #expect(comma.data.name.first == "CASEY LEE" && comma.kinds.contains(.trailingComma))
    }

    @Test("15: a comma behind the family name, a suffix in it")
    func familyName() throws {
        let comma = try changed("DCSSPECIMEN", to: "DCSSPECIMEN,")
        #expect(comma.data.name.family == "SPECIMEN" && comma.kinds.contains(.trailingComma))
        let suffix = try LicencePayload(
            parsing: replacing(
                "DCUJR\n", with: "", in: replacing("DCSSPECIMEN", with: "DCSSPECIMEN JR", in: LicenceSpecimen.named("v08-A"))))
        #expect(suffix.data.name.family == "SPECIMEN" && suffix.data.name.suffix == "JR" && suffix.kinds.contains(.suffixInFamilyName))
    }

    @Test("15: a full name in the order first, middle, last")
    func nameOrder() throws {
        let read = try changed("DAASPECIMEN$MARY ANN$", to: "DAAMARY ANN SPECIMEN III", in: "v01-B")
        let name = read.data.name
        #expect(
            [name.first, name.middle, name.family, name.suffix] == ["MARY", "ANN", "SPECIMEN", "III"] && read.kinds.contains(.nameOrder))
    }

    @Test("15: small letters")
    func nameCase() throws {
        let read = try changed("DCSSPECIMEN", to: "DCSSpecimen")
        #expect(read.data.name.family == "Specimen" && read.kinds.contains(.nameCase))
    }

    @Test(
        "16: postal codes",
        arguments: [
            ("85001-0000", "85001"), ("85001-1234", "85001-1234"), ("96801     0", "96801"), ("8500112345", "85001-1234"),
            ("a9a9a9", "A9A 9A9"),
        ])
    func postalCodes(text: String, code: String) throws {
        let read = try changed("DAK850000000  ", to: "DAK\(text)")
        #expect(read.data.address.postalCode == code && read.kinds.contains(.postalCodeForm))
    }

    @Test("17: no country, another code for it")
    func countries() throws {
        let missing = try changed("DCGUSA\n", to: "")
        #expect(missing.data.country == "USA" && missing.kinds.contains(.countryMissing) && missing.sources[.country] == nil)
        let other = try changed("DCGCAN", to: "DCGCDN", in: "v08-B")
        #expect(other.data.country == "CAN" && other.kinds.contains(.countryForm) && other.fields.formatted[.country] == "CAN")
    }

    @Test("18: numbers with blanks and hyphens are kept, and compared without")
    func numbers() throws {
        let read = try changed("DAQT00000007", to: "DAQt000-00 007")
        #expect(read.data.number == "t000-00 007" && read.data.comparableNumber == "T00000007" && read.kinds.contains(.numberPunctuation))
    }

    // MARK: - 19-20

    @Test("19: other contents of the symbol are refused by name")
    func others() {
        #expect(throws: LicencePayloadError(.magneticStripe, "")) {
            try LicencePayload(parsing: Array("%AZSAMPLETON^SPECIMEN$ALEX^1 TEST WAY^?;6360260000000=3012198002?".utf8))
        }
        #expect(throws: LicencePayloadError(.compactEncoding, "")) {
            try LicencePayload(parsing: [0x41, 0x7E, 0xD7, 0x53, 0x50, 0x45, 0x43, 0xF7, 0x41, 0x4C, 0x45, 0x58] as [UInt8])
        }
        #expect(throws: LicencePayloadError(.notAPayload, "")) { try LicencePayload(parsing: Array("https://a.example".utf8)) }
        #expect(throws: LicencePayloadError(.notAPayload, "")) { try LicencePayload(parsing: [UInt8]()) }
        #expect(throws: LicencePayloadError(.noSubfile, "")) { try LicencePayload(parsing: Array("@\n\u{1E}\rANSI 636026080101".utf8)) }
        #expect(throws: LicencePayloadError(.tooLarge, "")) { try LicencePayload(parsing: [UInt8](repeating: 0x41, count: 8193)) }
    }

    @Test("20: an address in another state than the issuer's is none")
    func otherState() throws { #expect(try changed("DAJAZ", to: "DAJNM").findings.isEmpty) }

    @Test("a later version is read as the latest known one")
    func laterVersion() throws {
        let read = try changed("636045110001", to: "636045150001", in: "v11-A")
        #expect(read.header.version == 15 && read.kinds == [.versionAhead])
    }

    @Test("a version that isn't a number, a code that isn't one, a value that is too long")
    func unreadableValues() throws {
        let version = try changed("636026080102", to: "636026A80102")
        #expect(version.header.version == LicenceHeader.latestVersion && version.kinds.contains(.versionUnreadable))
        let code = try changed("DDEN", to: "DDEQ")
        #expect(code.data.name.familyTruncation == nil && code.kinds == [.codeUnreadable])
        #expect(try changed("DCUJR", to: "DCUJUNIOR").kinds.contains(.tooLong))
    }

    @Test("a text with marks without end is left out")
    func unreadableText() throws {
        let bytes = LicenceSpecimen.named("v08-A")
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "DCUJR".utf8) })
        let marks = Array(("e" + String(repeating: "\u{301}", count: 40)).utf8)
        let read = try LicencePayload(parsing: Array(bytes[..<(place + 3)]) + marks + Array(bytes[(place + 5)...]))
        #expect(read.data.name.suffix.isEmpty && read.kinds.contains(.textUnreadable))
    }

    @Test("text in UTF-8, in ISO 8859-1 and in code page 1252")
    func texts() throws {
        let bytes = LicenceSpecimen.named("v08-A")
        func family(_ name: [UInt8]) throws -> LicencePayload {
            let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "DCSSPECIMEN".utf8) })
            return try LicencePayload(parsing: Array(bytes[..<(place + 3)]) + name + Array(bytes[(place + 11)...]))
        }
        #expect(try family([0x53, 0xC9, 0x4E]).data.name.family == "SÉN")
        let utf8 = try family(Array("SÉN".utf8))
        #expect(utf8.data.name.family == "SÉN" && utf8.kinds.contains(.utf8Text))
        let windows = try family([0x4F, 0x92, 0x4E])
        #expect(windows.data.name.family == "O'N" && windows.kinds.contains(.windowsText))
    }
}
