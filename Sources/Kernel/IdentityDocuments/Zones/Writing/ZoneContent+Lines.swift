import Primitives

extension ZoneContent {
    /// The lines of the zone, with all check digits.
    ///
    /// Names that don't fit are cut off so that a letter fills the field's last cell (Doc 9303-3 §4.6).
    /// - Throws: ``ZoneError`` of the code `unwritable` for a value that its field can't hold.
    public func lines() throws(ZoneError) -> [String] {
        var sheet = ZoneSheet(format)
        let code = documentCode.utf8.compactMap(ZoneCharacter.init(ascii:))
        guard 1...2 ~= code.count, code.count == documentCode.utf8.count, format.firstLetters.contains(code[0]),
            code.allSatisfy({ ZoneCharacterSet.letters.contains($0) })
        else { throw ZoneError(.unwritable, "The document code isn't one of the format's.") }
        try sheet.put(code, in: .documentCode)
        try sheet.put(issuingState.characters, in: .issuingState)
        try sheet.put(nationality.characters, in: .nationality)
        try sheet.put(try nameCharacters(), in: .name)
        try sheet.put(birthDate.characters, in: .birthDate)
        try sheet.put(expiryDate.characters, in: .expiryDate)
        try sheet.put([sex.character], in: .sex)
        try putNumber(in: &sheet)
        if format == .td1 {
            try sheet.put(try characters(secondOptionalData, of: "second optional data"), in: .secondOptionalData)
        } else if !secondOptionalData.isEmpty {
            throw ZoneError(.unwritable, "Only TD1 has a second field of optional data.")
        }
        sheet.putDigits()
        return sheet.lines
    }

    /// Puts the number, of which more than nine characters continue in the optional data, with their check digit and a filler behind.
    private func putNumber(in sheet: inout ZoneSheet) throws(ZoneError) {
        let number = try characters(documentNumber, of: "document number")
        let optional = try characters(optionalData, of: "optional data")
        try sheet.put(Array(number.prefix(9)), in: .documentNumber)
        guard number.count > 9 else { return try sheet.put(optional, in: .optionalData) }
        let rest = Array(number.dropFirst(9))
        guard format.continuation != nil, !rest.contains(.filler) else {
            throw ZoneError(.unwritable, "The format has no room for this document number.")
        }
        sheet.isLongNumber = true
        let digit = ZoneCharacter(unchecked: CheckDigit.value(of: number))
        try sheet.put(rest + [digit, .filler] + optional, in: .optionalData)
    }

    private func characters(_ text: String, of name: String) throws(ZoneError) -> [ZoneCharacter] {
        let characters = text.utf8.compactMap { $0 == 0x20 || $0 == UInt8(ascii: "-") ? ZoneCharacter.filler : ZoneCharacter(ascii: $0) }
        guard characters.count == text.utf8.count else {
            throw ZoneError(.unwritable, "The \(name) has a character that zones don't have.")
        }
        return characters
    }

    // MARK: - Names

    /// The name field: whole, or cut off with a letter in its last cell.
    private func nameCharacters() throws(ZoneError) -> [ZoneCharacter] {
        let (primary, secondary) = (
            try NameTransliteration.characters(of: primaryName), try NameTransliteration.characters(of: secondaryName)
        )
        guard !primary.isEmpty else { throw ZoneError(.unwritable, "There is no primary identifier.") }
        let room = format.layout(of: .name)?.span.columns.count ?? 0
        guard !secondary.isEmpty else { return Self.cut(primary, to: room) }
        // A cut primary identifier leaves room for the first letter of the secondary one.
        let first = primary.count + 3 <= room ? primary : Self.cut(primary, to: room - 3)
        return first + [.filler, .filler] + Self.cut(secondary, to: room - first.count - 2)
    }

    /// Components cut to a length, so that a letter is last: where a filler would be, the last letter of a component before it gives way.
    static func cut(_ name: [ZoneCharacter], to length: Int) -> [ZoneCharacter] {
        guard name.count > length else { return name }
        var cut = Array(name.prefix(length))
        guard cut.last == .filler else { return cut }
        // The last letter of a component that has more than one.
        guard
            let letter = cut.indices.dropFirst().dropLast().last(where: {
                cut[$0] != .filler && cut[$0 - 1] != .filler && cut[$0 + 1] == .filler
            })
        else { return cut.dropLast() }
        cut.remove(at: letter)
        return cut + [name[length]]
    }
}

extension ZoneDate {
    /// The six characters YYMMDD, with fillers for parts that aren't known.
    var characters: [ZoneCharacter] {
        [year.map { $0 % 100 }, month, day].flatMap { part in
            part.map { [ZoneCharacter(unchecked: $0 / 10 % 10), ZoneCharacter(unchecked: $0 % 10)] } ?? [.filler, .filler]
        }
    }
}

extension DocumentSex {
    var character: ZoneCharacter {
        switch self {
        case .female: ZoneCharacter(unchecked: 15)
        case .male: ZoneCharacter(unchecked: 22)
        case .unspecified: .filler
        }
    }
}
