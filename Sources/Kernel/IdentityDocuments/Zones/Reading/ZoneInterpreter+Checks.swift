import Primitives

extension ZoneInterpreter {
    /// A check digit with its cells as this zone has them: a long document number continues in the optional data.
    struct Check {
        let subject: ZoneCheck.Subject
        let cell: ZoneCell
        let cells: [ZoneCell]
    }

    /// A substitution of characters.
    typealias Substitution = [(cell: ZoneCell, character: ZoneCharacter)]

    /// The check digits; those of the fields first.
    var checks: [Check] {
        format.checks.map { check in
            if check.subject == .documentNumber, let long = longNumber { return long }
            return Check(subject: check.subject, cell: check.cell, cells: check.cells)
        }
    }

    /// The check of a number of more than nine characters: a filler in its digit's cell, and the rest with the digit before the first
    /// filler of the optional data (Doc 9303-5 and 9303-6). Nil for a number of nine, and for a rest without a digit.
    var longNumber: Check? {
        guard let check = format.check(of: .documentNumber), self[check.cell] == .filler, let rest = format.continuation?.span.cells else {
            return nil
        }
        let end = rest.firstIndex { self[$0] == .filler } ?? rest.endIndex
        guard end >= 2 else { return nil }
        return Check(subject: .documentNumber, cell: rest[end - 1], cells: check.cells + rest[..<(end - 1)])
    }

    /// Whether a check digit holds. In place of one over empty optional data a filler does.
    func holds(_ check: Check) -> Bool {
        let characters = check.cells.map { self[$0] }
        guard let digit = self[check.cell].digit else {
            return check.subject == .optionalData && self[check.cell] == .filler && characters.allSatisfy { $0 == .filler }
        }
        return CheckDigit.value(of: characters) == digit
    }

    /// The outcome of a subject's check digit.
    func state(of subject: ZoneCheck.Subject) -> ZoneCheckState {
        guard let check = checks.first(where: { $0.subject == subject }) else { return .uncovered }
        if holds(check) { return restored.contains(subject) ? .restored : .holds }
        return ambiguities[subject].map(ZoneCheckState.ambiguous) ?? .fails
    }

    // MARK: - Repairs

    mutating func repairChecks() {
        repairOptionalFillers()
        let failing = checks.filter { $0.subject != .composite && !holds($0) }
        if failing.isEmpty {
            if let composite = checks.first(where: { $0.subject == .composite }), !holds(composite) { repairUncovered(composite) }
        } else {
            repair(failing)
        }
        if let check = format.check(of: .documentNumber), self[check.cell] == .filler, longNumber == nil {
            find(.malformedNumber, .documentNumber, check.cell)
        }
        if state(of: .composite) == .fails { find(.compositeFails, nil, format.composite?.cell) }
    }

    /// Optional data ends before three fillers, where its digit, or the composite, says so.
    private mutating func repairOptionalFillers() {
        for field in [ZoneField.optionalData, .secondOptionalData] {
            let subject = format.check(of: field)?.subject ?? .composite
            guard let check = checks.first(where: { $0.subject == subject }), !holds(check) else { continue }
            var changed = self
            for cell in fillerTail(of: field) { changed.use(.filler, at: cell, rule: .filler) }
            guard changed.holds(check) else { continue }
            self = changed
            restored.insert(subject)
        }
    }

    /// Makes failing checks hold by the only substitutions with which the composite holds as well.
    private mutating func repair(_ failing: [Check]) {
        let solutions = failing.map { substitutions(for: $0) }
        let combinations = solutions.reduce(1) { $0 > Self.mostCombinations ? $0 : $0 * $1.count }
        var accepted: [Substitution] = []
        if 1...Self.mostCombinations ~= combinations {
            accepted = holdingComposite(product(solutions))
        }
        if accepted.count == 1 { return apply(accepted[0], for: failing) }
        for (check, solutions) in zip(failing, solutions) where !solutions.isEmpty {
            ambiguities[check.subject] = solutions.prefix(8).map { text(of: check, with: $0) }
        }
    }

    /// Makes the composite hold by the only substitution in the cells that no other digit covers. Only seen candidates are taken: without
    /// them nothing tells which cell is wrong.
    private mutating func repairUncovered(_ composite: Check) {
        let covered = Set(checks.filter { $0.subject != .composite }.flatMap { $0.cells + [$0.cell] })
        let all = substitutions(for: composite, in: composite.cells.filter { !covered.contains($0) })
        if all.count == 1 { apply(all[0], for: [composite]) }
    }

    private mutating func apply(_ substitution: Substitution, for checks: [Check]) {
        restored.formUnion(checks.map(\.subject))
        for (cell, character) in substitution { use(character, at: cell, rule: .checkDigit) }
    }

    /// The most combinations of substitutions over all failing fields.
    private static let mostCombinations = 4096

    private mutating func product(_ solutions: [[Substitution]]) -> [Substitution] {
        let all = solutions.reduce([[]]) { made, next in made.flatMap { first in next.map { first + $0 } } }
        steps += all.count
        return all
    }

    /// The substitutions with which the composite holds as well; all of them where the format has none.
    private func holdingComposite(_ all: [Substitution]) -> [Substitution] {
        guard let composite = checks.first(where: { $0.subject == .composite }) else { return all }
        guard let digit = self[composite.cell].digit else { return [] }
        let missing = digit - CheckDigit.value(of: composite.cells.map { self[$0] })
        var weights: [ZoneCell: Int] = [:]
        for (index, cell) in composite.cells.enumerated() { weights[cell] = CheckDigit.weight(at: index) }
        return all.filter { substitution in
            var change = 0
            for (cell, character) in substitution { change += (weights[cell] ?? 0) * (character.value - self[cell].value) }
            return (change - missing) % 10 == 0
        }
    }

    private func text(of check: Check, with substitution: Substitution) -> String {
        check.cells.map { cell in (substitution.first { $0.cell == cell }?.character ?? self[cell]).description }.joined()
    }

    // MARK: - Substitutions

    /// The characters that a cell may hold in place of its own: its other candidates, or the look-alikes in a document number.
    private func alternatives(at cell: ZoneCell, of subject: ZoneCheck.Subject) -> [ZoneCharacter] {
        let set = format.characters[cell.line][cell.column]
        if isSeen { return candidates[cell.line][cell.column].prefix(4).map(\.character).filter { set.contains($0) && $0 != self[cell] } }
        return subject == .documentNumber ? ZoneConfusion.lookalikes(of: self[cell]) : []
    }

    /// The substitutions of one or two characters with which a check holds.
    private mutating func substitutions(for check: Check, in cells: [ZoneCell]? = nil) -> [Substitution] {
        guard let digit = self[check.cell].digit else { return [] }
        let missing = (digit - CheckDigit.value(of: check.cells.map { self[$0] }) + 10) % 10
        let changes = check.cells.enumerated().filter { cells?.contains($0.element) ?? true }.flatMap { index, cell in
            alternatives(at: cell, of: check.subject).map { character in
                (cell: cell, character: character, change: CheckDigit.weight(at: index) * (character.value - self[cell].value))
            }
        }
        var all: [Substitution] = []
        for (index, first) in changes.enumerated() {
            if (first.change - missing) % 10 == 0 { all.append([(first.cell, first.character)]) }
            for second in changes[(index + 1)...] where second.cell != first.cell {
                steps += 1
                if (first.change + second.change - missing) % 10 == 0 {
                    all.append([(first.cell, first.character), (second.cell, second.character)])
                }
            }
        }
        return all
    }
}
