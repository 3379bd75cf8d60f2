import Primitives

extension PayloadReader {
    /// A subfile that was found: where it begins, and whether its type stands there.
    private struct Place {
        let type: [UInt8]
        let start: Int
        let hasType: Bool
        let designator: Designator?
    }

    mutating func subfiles(
        of directory: [Designator], header: LicenceHeader, directoryEnd: Int, base: Int
    ) throws(LicencePayloadError) -> [LicenceSubfile] {
        var places: [Place] = []
        for designator in directory {
            guard let place = locate(designator, after: directoryEnd, base: base), !places.contains(where: { $0.start == place.start })
            else {
                find(.subfileMissing, designator.range)
                continue
            }
            places.append(place)
        }
        if !places.contains(where: { $0.type.first != UInt8(ascii: "Z") }), let place = searched(from: directoryEnd) {
            places.append(place)
        }
        places.sort { $0.start < $1.start }
        let subfiles = places.indices.map { index in
            let end = index + 1 < places.count ? places[index + 1].start : bytes.count
            return subfile(places[index], end: end, base: base, isLast: index + 1 == places.count)
        }
        guard subfiles.contains(where: { !$0.isOfJurisdiction && !$0.elements.isEmpty }) else {
            throw LicencePayloadError(.noSubfile, "The payload has no subfile of a licence or an identification card.")
        }
        return subfiles
    }

    // MARK: - Beginnings

    /// The beginning of a subfile: where the directory says; up to four bytes beside; at an element there or at the directory's end, for
    /// one without its type; the first of its type from the directory's end on.
    private mutating func locate(_ designator: Designator, after directoryEnd: Int, base: Int) -> Place? {
        let type = designator.type
        func place(_ start: Int, hasType: Bool = true) -> Place {
            Place(type: type, start: start, hasType: hasType, designator: designator)
        }
        if let offset = designator.offset {
            let declared = base + offset
            for distance in [0, 1, -1, 2, -2, 3, -3, 4, -4] {
                let start = declared + distance
                guard start >= directoryEnd, hasType(type, at: start), isSubfile(at: start) else { continue }
                if distance != 0 { find(.offsetWrong, designator.range) }
                return place(start)
            }
            if declared >= directoryEnd, hasType(type, at: declared) { return place(declared) }
            for start in [declared, directoryEnd] where start >= directoryEnd && beginsWithElement(of: type, at: start) {
                find(.missingSubfileType, start..<min(start + 3, bytes.count))
                if start != declared { find(.offsetWrong, designator.range) }
                return place(start, hasType: false)
            }
        }
        for start in directoryEnd..<max(directoryEnd, bytes.count) {
            steps += 1
            guard hasType(type, at: start), isSubfile(at: start) else { continue }
            if designator.offset != nil { find(.offsetWrong, designator.range) }
            return place(start)
        }
        return nil
    }

    private func hasType(_ type: [UInt8], at place: Int) -> Bool {
        place + 2 <= bytes.count && bytes[place..<(place + 2)].elementsEqual(type)
    }

    private func beginsWithElement(of type: [UInt8], at place: Int) -> Bool {
        guard type.first == UInt8(ascii: "Z") else { return knownElement(at: place) != nil }
        return place + 3 <= bytes.count && bytes[place..<(place + 2)].elementsEqual(type)
    }

    /// The first subfile of a licence or card, for a directory that names none or a wrong one.
    private mutating func searched(from start: Int) -> Place? {
        for place in start..<max(start, bytes.count) {
            steps += 1
            let isCandidate = isType(at: place) && bytes[place] != UInt8(ascii: "Z") && knownElement(at: place + 2) != nil
            if isCandidate { return Place(type: Array(bytes[place..<(place + 2)]), start: place, hasType: true, designator: nil) }
        }
        guard knownElement(at: start) != nil else { return nil }
        find(.missingSubfileType, start..<(start + 3))
        return Place(type: Array("DL".utf8), start: start, hasType: false, designator: nil)
    }

    // MARK: - Ends

    private mutating func subfile(_ place: Place, end: Int, base: Int, isLast: Bool) -> LicenceSubfile {
        var start = place.start + (place.hasType ? 2 : 0)
        if place.hasType, isSeparator(at: start) {
            find(.subfileTypeLine, start..<(start + 1))
            start += 1
        }
        let terminator = bytes[min(start, end)..<end].lastIndex(of: 0x0D)
        let closed = terminator.map { $0 + 1 } ?? end
        if let terminator {
            if terminator > start, bytes[terminator - 1] != 0x0A { find(.finalSeparatorMissing, (terminator - 1)..<(terminator + 1)) }
        } else {
            find(.finalTerminatorMissing, max(start, end - 1)..<max(start, end))
        }
        if let designator = place.designator, let length = designator.length, length != closed - place.start {
            find(.lengthWrong, designator.range)
        }
        let elements = elements(start..<max(start, end), terminator: terminator, isOfJurisdiction: place.type.first == UInt8(ascii: "Z"))
        return LicenceSubfile(type: String(own: place.type), range: source.origin(place.start..<max(place.start, end)), elements: elements)
    }
}
