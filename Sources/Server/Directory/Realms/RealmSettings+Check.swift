import Foundation
import Foundations
import Primitives
import ResourceMessages
import Store

extension RealmSettings {
    /// Refuses what can't work.
    /// - Throws: `invalid`, with the reason.
    func check(_ sections: SettingsSections) throws {
        if let problem = try problem(sections) { throw DomainError(.invalid, problem) }
        for section in sections.all { try check(section) }
    }

    private func check<Section: SettingsSection>(_ section: Section.Type) throws(DomainError) { try self[section].check() }

    /// The first of the values that isn't one that its setting may have.
    func problem(_ sections: SettingsSections) throws -> String? {
        for (setting, value) in try values(of: sections) {
            guard let value, let problem = setting.form.problem(with: value) else { continue }
            return "\(setting.name): \(problem)"
        }
        return nil
    }

    /// The things that the settings name.
    func references(_ sections: SettingsSections) throws -> [Shape.Reference] {
        try values(of: sections).flatMap { setting, value in value.map { setting.form.references(in: $0, at: setting.name) } ?? [] }
    }

    /// Refuses names of things that the realm doesn't have, or that a section can't take.
    /// - Parameter new: the names that weren't there before.
    /// - Throws: `invalid`, with the reason.
    func checkNames(_ new: [Shape.Reference], _ sections: SettingsSections, in realm: UUID, in transaction: any ReadTransaction) throws {
        try References.require(new, in: realm, in: transaction)
        for section in sections.all { try checkNames(new, of: section, in: realm, in: transaction) }
    }

    private func checkNames<Section: SettingsSection>(
        _ new: [Shape.Reference], of section: Section.Type, in realm: UUID, in transaction: any ReadTransaction
    ) throws {
        let own = Set(
            try values(of: section).flatMap { setting, value in
                value.map { setting.form.references(in: $0, at: setting.name) } ?? []
            })
        try Section.check(new.filter(own.contains), in: realm, in: transaction)
    }
}
